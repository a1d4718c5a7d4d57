@_exported public import EffectCore
