import { readdir, readFile } from 'node:fs/promises'

/** Clock ticks in a second on Linux. */
const TICKS = 100

/** CPU time that a process has used, and every PostgreSQL process of this machine where they count, in microseconds. */
export async function cpuTimeOf(pid: number, { withPostgres }: { withPostgres: boolean }): Promise<number> {
  let ticks = 0
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    if (Number(entry) !== pid && !(withPostgres && name.startsWith('postgres'))) continue
    // Behind the name come the state and ten more fields, then the user and the system time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    ticks += Number(fields[11]) + Number(fields[12])
  }
  return (ticks / TICKS) * 1_000_000
}
