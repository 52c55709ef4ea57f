import ChatRehearsal
import RehearsalCommand

RehearseCommand(catalog: .chatRehearsal).main()
