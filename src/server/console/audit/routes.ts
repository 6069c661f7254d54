import type * as z from 'zod/mini'
import { actorName, originName, placeName } from '#contract/audit-text.ts'
import * as contract from '#contract/operations-audit.ts'
import { Rejected } from '#contract/rejected.ts'
import { words as kindsEn } from '#contract/words/en/audit-kinds.ts'
import { words as kindsFa } from '#contract/words/fa/audit-kinds.ts'
import { readId } from '#domain/counts.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { Language } from '#domain/market-state.ts'
import { midnightInTehran, timeInTehran } from '#domain/tehran-day.ts'
import { type CsvFile, csvDownload, type Route, route } from '../../http/route.ts'
import {
  type AuditFilter,
  type ReadEvent,
  readAuditKinds,
  readAuditLog,
  readOperators,
} from '../../store/accounts/audit-log.ts'
import { followAuditLog } from '../../store/accounts/prove-audit-log.ts'
import type { Catalogue } from '../../store/catalogue.ts'
import type { Queryable } from '../../store/database.ts'
import { cutPage } from '../../store/page.ts'
import { type Act, actOf, recordAct } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { recordListLook } from '../record-look.ts'
import { exportRows, spanOf } from '../reports/export-report.ts'
import { detailsText, readDetails } from './details-text.ts'

const ROWS = 50
/** Events in one step of the proof; a new event waits for the step to end. */
const PROOF_ROWS_MAX = 2_000

/** The routes of the audit log, which can only be read. */
export function auditRoutes(services: ConsoleServices): Route[] {
  const { database } = services.accounts
  return [
    route(contract.getAuditLog, async (call) => {
      const { before, userId, operatorId, kind, from, to } = call.query
      const page = [before ?? '', userId ?? '', operatorId ?? '', kind ?? '', from ?? '', to ?? '']
      const filter = {
        ...idsOf({ userId, operatorId }),
        kind,
        between: [from ? midnightInTehran(from) : undefined, to ? dayAfter(to) : undefined] as const,
      }
      const found = await readAuditLog(database, { filter, before: before || undefined, rowsMax: ROWS + 1 })
      const { rows, ...more } = cutPage(found, ROWS, ({ id }) => id)
      const tooMany = await recordListLook(services, { list: 'AUDIT', page, rows: rows.length }, call)
      if (tooMany) return tooMany
      return { content: rows.map(eventOnWire), ...more }
    }),
    route(contract.exportAuditLog, async (call) => {
      const { from, to, headers, kind, userId, operatorId } = call.body
      const asked = { from, to, headers, kind, ...idsOf({ userId, operatorId }) }
      const made = await exportAuditLog(services, asked, actOf(call))
      return made instanceof Rejected ? made : csvDownload(made)
    }),
    route(contract.getAuditVerdict, async () => {
      const { events, fault = null } = await followAuditLog(database, { rowsMax: PROOF_ROWS_MAX })
      return { baseDTO: { events, fault } }
    }),
    route(contract.getAuditFilters, async () => {
      const operators = await readOperators(database)
      const kinds = await readAuditKinds(database)
      return { baseDTO: { operators: operators.map(({ id, name }) => ({ id: String(id), name })), kinds } }
    }),
  ]
}

const dayAfter = (day: string) => new Date(midnightInTehran(day).getTime() + DAY_MS)

const idsOf = ({ userId, operatorId }: { userId?: string | undefined; operatorId?: string | undefined }) => ({
  userId: userId === undefined ? undefined : readId(userId),
  operatorId: operatorId === undefined ? undefined : readId(operatorId),
})

const eventOnWire = (event: ReadEvent): z.input<typeof contract.AuditRow> => ({
  id: String(event.id),
  at: event.at.toISOString(),
  kind: event.kind,
  user: event.user ? { id: String(event.user.id), name: event.user.name, mobileNumber: event.user.mobile } : null,
  operator: event.operator ? { id: String(event.operator.id), name: event.operator.name } : null,
  ipAddress: event.ip,
  device: event.device,
  details: readDetails(event.details),
})

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
): Promise<CsvFile | Rejected> {
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
