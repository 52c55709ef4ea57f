import ListScenarios
import RehearsalCommand

RehearseCommand(catalog: .listScenarios, requirements: .list).main()
