import Command
import Simulator
import scenarios

RehearseCommand(catalog: .all).main()
