import Command
import Simulator

RehearseCommand(catalog: ScenarioCatalog([])).main()
