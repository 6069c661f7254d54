import * as canned from '#contract/operations-canned-answers.ts'
import * as contract from '#contract/operations-tickets.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import { readId } from '#domain/counts.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import { answeredBefore, contentHashOf, sameContentSince } from '../../accounts/tickets/sent-before.ts'
import { readTicketFile } from '../../accounts/tickets/ticket-file.ts'
import { Download, type Route, route } from '../../http/route.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { readColleagues, readQueueFigures, readTicketQueue } from '../../store/accounts/ticket-messages.ts'
import {
  type CannedAnswerText,
  deleteCannedAnswer,
  findSentCannedAnswer,
  insertCannedAnswer,
  lockCannedAnswers,
  readCannedAnswers,
  updateCannedAnswer,
} from '../../store/accounts/tickets.ts'
import { type Acting, actingOf } from '../act.ts'
import type { ConsoleServices } from '../console-services.ts'
import { recordListLook, recordLook, subjectOf } from '../record-look.ts'
import { answerTicket, closeTicket, handOverTicket, noteOnTicket, takeTicket } from './act-on-ticket.ts'
import { queuedOnWire, readTicket, searchTickets } from './read-tickets.ts'

const ROWS = 20
/** Nobody reads this far; a cursor beyond it belongs to no list. */
const PAGES_MAX = 10_000
const MESSAGES = 50
const FIGURES_MS = 7 * 24 * 3_600_000

/** The routes of the tickets. */
export function ticketRoutes(services: ConsoleServices): Route[] {
  return [...queueRoutes(services), ...actRoutes(services), ...cannedRoutes(services)]
}

function queueRoutes(services: ConsoleServices): Route[] {
  const { accounts } = services
  const { database, now } = accounts
  return [
    route(contract.getTicketQueue, async (call) => {
      const { caller, query } = call
      const { which = 'WAITING', status } = query
      const page = Math.min(Math.max(1, readId(query.before ?? '')), PAGES_MAX)
      const asked = { which, operatorId: caller.operatorId, status, page, size: ROWS }
      const { rows, hasMore } = await readTicketQueue(database, asked)
      const look = { list: 'TICKETS', page: [which, status ?? '', page], rows: rows.length } as const
      const tooMany = await recordListLook(services, look, call)
      if (tooMany) return tooMany
      const figures = await readQueueFigures(database, new Date(now().getTime() - FIGURES_MS))
      const { waiting, oldestWaitsSince, firstAnswerMs } = figures
      return {
        content: rows.map((row) => queuedOnWire(row, caller)),
        ...(hasMore ? { next: String(page + 1) } : {}),
        baseDTO: {
          waiting,
          oldestWaitsSince: oldestWaitsSince?.toISOString() ?? null,
          firstAnswerMinutes: firstAnswerMs === undefined ? null : Math.round(firstAnswerMs / MINUTE_MS),
        },
      }
    }),
    route(contract.searchTickets, async (call) => {
      const { search, from, to, before } = call.body
      const subject = subjectOf([search, from, to, before])
      const { rows, ...more } = await searchTickets(database, { search, from, to, before, now: now() })
      const tooMany = await recordLook(services, { kind: 'TICKETS_SEARCHED', subject, rows: rows.length }, call)
      if (tooMany) return tooMany
      return { content: rows.map((row) => queuedOnWire(row, call.caller)), ...more }
    }),
    route(contract.getTicketAsOperator, async (call) => {
      const { params, query, caller } = call
      const ticket = await readTicket(database, { id: params.id, size: query.size ?? MESSAGES, roles: caller.roles })
      if (ticket instanceof Rejected) return ticket
      const about = { subject: ticket.id, userId: readId(ticket.userId), details: { ticket: ticket.id } }
      const tooMany = await recordLook(services, { kind: 'TICKET_VIEWED', ...about }, call)
      return tooMany ?? { baseDTO: ticket }
    }),
    route(contract.getTicketOperators, async () => {
      const colleagues = await readColleagues(database)
      return { content: colleagues.map(({ id, name }) => ({ id: String(id), name })) }
    }),
    route(contract.getTicketFile, async (call) => {
      const { id, fileName } = call.params
      const file = await readTicketFile(accounts, { name: fileName })
      if (file instanceof Rejected) return file
      if (String(file.ticketId) !== id) return rejected('FILE_NOT_FOUND')
      const details = { ticket: file.ticketId, file: fileName }
      const event = { at: now(), kind: 'TICKET_FILE_VIEWED', userId: file.userId, details }
      await database.transaction((tx) => recordEvent(tx, { ...actingOf(call), ...event }))
      return new Download(file)
    }),
  ]
}

function actRoutes({ accounts }: ConsoleServices): Route[] {
  return [
    route(contract.takeTicket, async (call) => (await takeTicket(accounts, call.params.id, actingOf(call))) ?? {}),
    route(contract.handOverTicket, async (call) => {
      const handing = { id: call.params.id, to: call.body.operatorId }
      return (await handOverTicket(accounts, handing, actingOf(call))) ?? {}
    }),
    route(contract.closeTicket, async (call) => {
      const closing = { id: call.params.id, reason: call.body.reason }
      return (await closeTicket(accounts, closing, actingOf(call))) ?? {}
    }),
    route(contract.answerTicket, async (call) => {
      const { text = '', clientKey } = call.body
      const message = { id: call.params.id, text, file: call.files.file?.bytes, clientKey }
      const written = await answerTicket(accounts, message, actingOf(call))
      return written instanceof Rejected ? written : {}
    }),
    route(contract.noteOnTicket, async (call) => {
      const { text, clientKey } = call.body
      const written = await noteOnTicket(accounts, { id: call.params.id, text, clientKey }, actingOf(call))
      return written instanceof Rejected ? written : {}
    }),
  ]
}

function cannedRoutes({ accounts }: ConsoleServices): Route[] {
  return [
    route(canned.getCannedAnswers, async () => {
      const rows = await readCannedAnswers(accounts.database)
      const content = rows.map(({ id, changedAt, changedBy, ...text }) => ({
        ...text,
        id: String(id),
        changedAt: changedAt.toISOString(),
        changedBy: changedBy ?? null,
      }))
      return { content }
    }),
    route(canned.addCannedAnswer, async (call) => {
      const { title, fa, en, clientKey } = call.body
      const id = await addCannedAnswer(accounts, { title, fa, en, clientKey }, actingOf(call))
      return id instanceof Rejected ? id : { baseDTO: { id: String(id) } }
    }),
    route(canned.changeCannedAnswer, async (call) => {
      return (await changeCannedAnswer(accounts, { id: call.params.id, ...call.body }, actingOf(call))) ?? {}
    }),
    route(canned.removeCannedAnswer, async (call) => {
      return (await removeCannedAnswer(accounts, call.params.id, actingOf(call))) ?? {}
    }),
  ]
}

type Changing = Pick<Accounts, 'database' | 'now'>

/** @returns its id; for a repeat, the id of the first. Refuses IDEMPOTENCY_KEY_REUSED. */
function addCannedAnswer(
  { database, now }: Changing,
  { clientKey, ...text }: CannedAnswerText & { readonly clientKey: string | undefined },
  acting: Acting,
): Promise<number | Rejected> {
  const at = now()
  const contentHash = contentHashOf([text.title, text.fa, text.en])
  return database.transaction(async (tx) => {
    await lockCannedAnswers(tx)
    const before = await findSentCannedAnswer(tx, { clientKey, contentHash, since: sameContentSince(at) })
    if (before) return answeredBefore(before)
    const { operatorId } = acting
    const id = await insertCannedAnswer(tx, { ...text, operatorId, at, clientKey, contentHash })
    const event = { at, kind: 'CANNED_ANSWER_CHANGED', userId: undefined, details: { answer: id, title: text.title } }
    await recordEvent(tx, { ...acting, ...event })
    return id
  })
}

/** Refuses CANNED_ANSWER_NOT_FOUND. */
function changeCannedAnswer(
  { database, now }: Changing,
  { id, ...text }: CannedAnswerText & { readonly id: string },
  acting: Acting,
): Promise<Rejected | undefined> {
  const at = now()
  return database.transaction(async (tx) => {
    const isChanged = await updateCannedAnswer(tx, id, { ...text, operatorId: acting.operatorId, at })
    if (!isChanged) return rejected('CANNED_ANSWER_NOT_FOUND')
    const event = { at, kind: 'CANNED_ANSWER_CHANGED', userId: undefined, details: { answer: id, title: text.title } }
    await recordEvent(tx, { ...acting, ...event })
    return undefined
  })
}

/** Refuses CANNED_ANSWER_NOT_FOUND. */
function removeCannedAnswer({ database, now }: Changing, id: string, acting: Acting) {
  const at = now()
  return database.transaction(async (tx) => {
    const title = await deleteCannedAnswer(tx, id)
    if (title === undefined) return rejected('CANNED_ANSWER_NOT_FOUND')
    const event = { at, kind: 'CANNED_ANSWER_REMOVED', userId: undefined, details: { answer: id, title } }
    await recordEvent(tx, { ...acting, ...event })
    return undefined
  })
}
