import type { Fence } from '#contract/custody.ts'
import type { Journal } from './journal.ts'
import { type Refused, refused } from './refused.ts'

/**
 * Refuses a request under an older lease than one that has asked before: its sender was paused, and decided on what another process has changed
 * since. The journal keeps the newest fence of each job, so that a restart of custody lets no old one in.
 *
 * Fences are times by the database's clock, so that a restored database, whose leases are taken anew, is ahead of custody by itself. If its
 * clock once was wrong, operators stop all sending and resume it: the fences then begin anew.
 */
export function admit(journal: Journal, fence: Fence): Refused | undefined {
  const old = checkFence(journal, fence)
  if (!old && fence.number > journal.fenceOf(fence.job)) journal.append({ type: 'fence', ...fence })
  return old
}

export function checkFence(journal: Journal, { job, number }: Fence): Refused | undefined {
  const newest = journal.fenceOf(job)
  if (number >= newest) return undefined
  return refused('LEASE_LOST', `lease ${number} of "${job}" came after ${newest}; a stop and a resume begin anew`)
}
