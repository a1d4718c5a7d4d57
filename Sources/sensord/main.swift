import Glibc
import SensordCore

exit(Daemon.run(arguments: CommandLine.arguments.dropFirst()))
