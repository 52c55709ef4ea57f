import Foundation

let isFine = ProbeRun.isPassed
print(isFine ? "ordinary code finds its phone" : "ordinary code does not find its phone")
exit(isFine ? 0 : 1)
