import type { Readable } from 'node:stream'
import { actorName, originName, placeName } from '#contract/audit-text.ts'
import { Rejected } from '#contract/rejected.ts'
import { words as kindsEn } from '#contract/words/en/audit-kinds.ts'
import { words as kindsFa } from '#contract/words/fa/audit-kinds.ts'
import type { Language } from '#domain/market-state.ts'
import { type AuditFilter, readAuditLog } from '../../store/accounts/audit-log.ts'
import type { Catalogue } from '../../store/catalogue.ts'
import type { Queryable } from '../../store/database.ts'
import { type Act, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { exportRows, spanOf } from '../reports/export-report.ts'
import { timeInTehran } from '../reports/report-words.ts'
import { detailsText } from './details-text.ts'

const PORTION = 1_000

const HEADERS = {
  fa: [
    ...['شماره', 'زمان تهران', 'رویداد', 'کد رویداد', 'شمارهٔ کاربر', 'کاربر', 'همکار', 'آدرس شبکه', 'دستگاه'],
    'جزئیات',
  ],
  en: [
    ...['Number', 'Time in Tehran', 'Event', 'Event code', 'User number', 'User', 'Operator', 'Network address'],
    ...['Device', 'Details'],
  ],
} as const satisfies Record<Language, readonly string[]>

/** The name of each event, as on the screen. */
const KIND_WORDS: Readonly<Record<Language, Readonly<Record<string, string>>>> = { fa: kindsFa, en: kindsEn }

const kindWord = (kind: string, language: Language): string =>
  (Object.hasOwn(KIND_WORDS[language], kind) ? KIND_WORDS[language][kind] : undefined) ?? kind

interface AskedEvents extends Omit<AuditFilter, 'between'> {
  readonly from: string
  readonly to: string
  readonly headers: Language
}

/** Streams the events of some days; the export is an event itself. Refuses REPORT_SPAN_INVALID, EXCEL_NOT_GENERATED. */
export async function exportAuditLog(
  { accounts, catalogue }: Pick<ConsoleServices, 'accounts' | 'catalogue'>,
  { from, to, headers, ...filter }: AskedEvents,
  act: Act,
): Promise<{ readonly fileName: string; readonly stream: Readable } | Rejected> {
  const span = spanOf({ from, to })
  if (span instanceof Rejected) return span
  const { kind, userId, operatorId } = filter
  const details = {
    ...{ from, to },
    ...(kind === undefined ? {} : { of: kind }),
    ...(userId === undefined ? {} : { ofUser: userId }),
    ...(operatorId === undefined ? {} : { ofOperator: operatorId }),
  }
  const between = [span.from, span.to] as const
  return exportRows(accounts, {
    headers: HEADERS[headers],
    rows: rowsOf(accounts.database, { filter: { ...filter, between }, catalogue, language: headers }),
    fileName: `kimia-audit-${from}-${to}.csv`,
    record: (tx, at) => recordAct(tx, act, { at, kind: 'AUDIT_EXPORTED', userId, details }),
  })
}

async function* rowsOf(
  database: Queryable,
  { filter, ...writing }: { filter: AuditFilter; catalogue: Catalogue; language: Language },
): AsyncGenerator<readonly string[], void> {
  const { language } = writing
  for (let before: string | undefined; ; ) {
    const events = await readAuditLog(database, { filter, before, rowsMax: PORTION })
    for (const { id, at, kind, user, operator, ip, device, details } of events)
      yield [
        ...[String(id), timeInTehran(at, language), kindWord(kind, language), kind],
        ...[
          user ? String(user.id) : '',
          actorName(user?.name ?? '', language),
          actorName(operator?.name ?? '', language),
        ],
        ...[placeName(ip, language) ?? ip, originName(device, language), detailsText(details, writing)],
      ]
    if (events.length < PORTION) return
    before = String(events.at(-1)?.id)
  }
}
