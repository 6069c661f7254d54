import { DAY_MS } from '#domain/durations.ts'
import type { SmsOutcome, SmsSender } from '../providers/sms/sms.ts'
import { countUp } from '../store/accounts/counters.ts'
import type { Database } from '../store/database.ts'
import type { Accounts } from './accounts.ts'

export interface SpendingWatch extends Pick<Accounts, 'log' | 'now'> {
  readonly database: Database
  /** SMS of one day (UTC), of all processes together, at which an error is logged; again at each multiple. */
  readonly alarmAt: number
}

/** The same sender, with a count of the paid messages. An alarm stops no message: a person must look. */
export function watchSpending(sms: SmsSender, watch: SpendingWatch): SmsSender {
  const counted = async (sending: Promise<SmsOutcome>): Promise<SmsOutcome> => {
    const outcome = await sending
    if (outcome.kind === 'sent') await countSms(watch)
    return outcome
  }
  return {
    sendCode: (message) => counted(sms.sendCode(message)),
    sendText: (message) => counted(sms.sendText(message)),
  }
}

async function countSms({ database, now, log, alarmAt }: SpendingWatch): Promise<void> {
  const at = now()
  const windowEndsAt = new Date(at.getTime() - (at.getTime() % DAY_MS) + DAY_MS)
  const { count } = await countUp(database, { kind: 'sms:day', subject: 'all', at, windowEndsAt })
  // The database counts one by one, so that only one process sees each multiple.
  if (count % alarmAt === 0)
    log.error(
      { smsToday: count, alarmAt },
      'more SMS were sent today than SMS_PER_DAY_ALARM allows; a person must look',
    )
}
