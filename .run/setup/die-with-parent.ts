/**
 * Ends this process in order when the one that started it is killed outright, so that no server is left behind
 * holding the port and the data folder.
 */
export function dieWithParent(): void {
  if (!process.channel) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
