import type * as z from 'zod/mini'
import { Rejected, readDaySpan } from '#contract/rejected.ts'
import type { LoginRow } from '#contract/users.ts'
import { words as wordsEn } from '#contract/words/en/own-lists.ts'
import { words as wordsFa } from '#contract/words/fa/own-lists.ts'
import { deviceName } from '#domain/device-name.ts'
import type { Language } from '#domain/market-state.ts'
import type { PageOf } from '#domain/page.ts'
import { type DaySpan, timeInTehran } from '#domain/tehran-day.ts'
import { countLogins, type LoginAttempt, type LoginFilter, readLogins } from '../store/accounts/logins.ts'
import type { Queryable } from '../store/database.ts'
import { firstLoginAt, idsBetween } from '../store/first-at.ts'
import type { Paged } from '../store/page.ts'

/** The caller's logins, newest first. Refuses DAY_SPAN_INVALID. */
export async function listLogins(
  database: Queryable,
  userId: number,
  { from, to, ...asked }: DaySpan & PageOf,
): Promise<(Omit<Paged<unknown>, 'rows'> & { content: z.input<typeof LoginRow>[] }) | Rejected> {
  const filter = await filterOf(database, userId, { from, to })
  if (filter instanceof Rejected) return filter
  const { rows, ...more } = await readLogins(database, { ...filter, ...asked })
  return { content: rows.map(loginOnWire), ...more }
}

/** Own logins as the rows of a file. Refuses DAY_SPAN_INVALID. */
export async function loginsForFile(
  database: Queryable,
  { userId, asked, language }: { userId: number; asked: DaySpan; language: Language },
) {
  const filter = await filterOf(database, userId, asked)
  if (filter instanceof Rejected) return filter
  const words = WORDS[language]
  const nameOf = (text: string) => deviceName(text) ?? words.unknown
  return {
    name: 'logins',
    headers: HEADERS[language],
    count: (countMax: number) => countLogins(database, filter, countMax),
    read: (page: PageOf) => readLogins(database, { ...filter, ...page }),
    cells: ({ at, ip, deviceType, osType, browser, successful }: LoginAttempt) => [
      ...[timeInTehran(at, language), at.toISOString(), successful ? words.ok : words.failed, ip],
      ...[isDevice(deviceType) ? words[deviceType] : nameOf(deviceType), nameOf(osType), nameOf(browser)],
    ],
  }
}

const WORDS = { fa: wordsFa.login, en: wordsEn.login }
const HEADERS = {
  fa: ['زمان تهران', 'زمان (UTC)', 'نتیجه', 'آدرس IP', 'دستگاه', 'سیستم‌عامل', 'مرورگر'],
  en: ['Time in Tehran', 'Time (UTC)', 'Result', 'IP address', 'Device', 'Operating system', 'Browser'],
}

const isDevice = (text: string) => text === 'MOBILE' || text === 'TABLET' || text === 'DESKTOP'

async function filterOf(database: Queryable, userId: number, days: DaySpan): Promise<LoginFilter | Rejected> {
  const span = readDaySpan(days)
  if (span instanceof Rejected) return span
  return { userId, ids: await idsBetween(span, (at) => firstLoginAt(database, { userId, at })) }
}

const loginOnWire = ({ at, ip, successful, ...device }: LoginAttempt): z.input<typeof LoginRow> => ({
  ...device,
  loginRequestedDateTime: at.toISOString(),
  ipAddress: ip,
  isSuccessful: successful,
})
