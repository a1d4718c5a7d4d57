// A program imports one module: the loop brings the core with it.
@_exported public import EffectCore
