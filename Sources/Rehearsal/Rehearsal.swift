// The umbrella: everything that an app, a scenario and a test of them say, by one import.

@_exported public import AppFoundation
@_exported public import Backend
@_exported public import Devices
@_exported public import Harness
@_exported public import Network
@_exported public import Simulator
