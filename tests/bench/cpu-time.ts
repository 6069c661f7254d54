import { readdir, readFile } from 'node:fs/promises'

/** Clock ticks in a second on Linux. */
const TICKS = 100

/** CPU time that these processes and their children have used, those that have ended among them, in microseconds. */
export async function cpuTimeOf(pids: readonly number[]): Promise<number> {
  let ticks = 0
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const { parent, used } = await statOf(Number(entry))
    if (pids.includes(Number(entry)) || pids.includes(parent)) ticks += used
  }
  return (ticks / TICKS) * 1_000_000
}

export const parentOf = async (pid: number): Promise<number> => (await statOf(pid)).parent

/** Nothing for a process that has just ended. */
async function statOf(pid: number): Promise<{ parent: number; used: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The fields after the name: the state, the parent, nine more, then user and system time, own and of ended children.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return { parent: fields[1] ?? 0, used: fields.slice(11, 15).reduce((sum, field) => sum + field, 0) }
}
