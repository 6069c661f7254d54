import type * as z from 'zod/mini'
import { DOCUMENT_NAMES, type DocumentName } from '#contract/documents.ts'
import * as contract from '#contract/operations-identities.ts'
import { Rejected, rejected } from '#contract/rejected.ts'
import { readId } from '#domain/counts.ts'
import { originOf } from '../../accounts/actor.ts'
import { readDocument } from '../../accounts/documents.ts'
import { isFresh } from '../../accounts/fresh-proof.ts'
import { approveIdentity, handBackIdentity } from '../../accounts/identity/decide-identity.ts'
import { addressOf } from '../../accounts/limits.ts'
import { Download, type Route, route } from '../../http/route.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { readBankAccounts } from '../../store/accounts/bank-accounts.ts'
import { readIdentity } from '../../store/accounts/identities.ts'
import {
  claimReview,
  listPendingIdentities,
  type PendingIdentity,
  readPendingIdentity,
} from '../../store/accounts/identity-reviews.ts'
import type { Queryable } from '../../store/database.ts'
import type { ConsoleServices } from '../console-services.ts'
import { recordCustomerLook, recordListLook } from '../record-look.ts'

const ROWS = 20

/** The routes of the forms that the registry left to people. */
export function identityRoutes({ accounts }: ConsoleServices): Route[] {
  const { database } = accounts
  const decisionOf = (call: DecisionCall) => ({
    userId: readId(call.params.id),
    operatorId: call.caller.operatorId,
    reason: call.body.reason,
    from: originOf(call),
  })
  return [
    route(contract.getPendingIdentities, async (call) => {
      const page = call.query.before ? readId(call.query.before) : 1
      const { rows, totalPages } = await listPendingIdentities(database, { page, size: ROWS })
      const look = { list: 'IDENTITIES', page: [page], rows: rows.length } as const
      const tooMany = await recordListLook({ accounts }, look, call)
      if (tooMany) return tooMany
      return {
        content: rows.map((row) => rowOnWire(row, call.caller.operatorId)),
        ...(page < totalPages ? { next: String(page + 1) } : {}),
      }
    }),
    route(contract.getPendingIdentity, async (call) => {
      const userId = readId(call.params.id)
      const form = await readForm(database, { userId, operatorId: call.caller.operatorId })
      if (form instanceof Rejected) return form
      return (await recordCustomerLook({ accounts }, userId, call)) ?? { baseDTO: form }
    }),
    route(contract.openDocuments, async (call) => {
      const userId = readId(call.params.id)
      const identity = await readIdentity(database, userId)
      if (!identity) return rejected('USER_NOT_FOUND')
      const tooMany = await recordCustomerLook({ accounts }, userId, call)
      return tooMany ?? { baseDTO: { documents: namesOf(identity.pictures) } }
    }),
    route(contract.claimPendingIdentity, async (call) => {
      const claimed = await claimForm(accounts, {
        userId: readId(call.params.id),
        operatorId: call.caller.operatorId,
        call,
      })
      return claimed ?? {}
    }),
    route(contract.getPendingDocument, async ({ params, caller, ...call }) => {
      // The photos of a decided form demand a recent proof, so that a browser left open does not show them.
      const isPending = (await readPendingIdentity(database, readId(params.id))) !== undefined
      if (!isPending && !isFresh(caller.provenAt, accounts.now())) return rejected('PROOF_REQUIRED')
      const viewer = { operatorId: caller.operatorId, ...originOf(call) }
      const picture = await readDocument(accounts, { userId: readId(params.id), name: params.name, viewer })
      return picture instanceof Rejected
        ? picture
        : new Download({ bytes: picture, fileName: `${params.name}.jpg`, mimeType: 'image/jpeg' })
    }),
    route(contract.approvePendingIdentity, async (call) => {
      const verification = await approveIdentity(accounts, decisionOf(call))
      return verification instanceof Rejected ? verification : { baseDTO: { authenticationType: verification } }
    }),
    route(contract.handBackPendingIdentity, async (call) => {
      const verification = await handBackIdentity(accounts, decisionOf(call))
      return verification instanceof Rejected ? verification : { baseDTO: { authenticationType: verification } }
    }),
  ]
}

interface DecisionCall {
  readonly params: { readonly id: string }
  readonly body: { readonly reason: string }
  readonly caller: { readonly operatorId: number }
  readonly ip: string
  readonly userAgent: string
}

const rowOnWire = (row: PendingIdentity, operatorId: number): z.input<typeof contract.PendingRow> => ({
  id: String(row.userId),
  mobileNumber: row.mobile,
  firstName: row.firstName,
  lastName: row.lastName,
  nationalCode: row.nationalCode,
  country: row.country ?? null,
  authenticationType: row.verification,
  openedAt: row.openedAt.toISOString(),
  doubts: row.doubts.map((doubt) => ({ ...doubt })),
  nextTryAt: row.nextTryAt?.toISOString() ?? null,
  claim: row.claim
    ? { name: row.claim.name, at: row.claim.at.toISOString(), isOwn: row.claim.operatorId === operatorId }
    : null,
})

const namesOf = (pictures: { readonly [name in DocumentName]?: string | undefined }): DocumentName[] =>
  DOCUMENT_NAMES.filter((name) => pictures[name] !== undefined)

async function readForm(
  database: Queryable,
  { userId, operatorId }: { userId: number; operatorId: number },
): Promise<z.input<typeof contract.PendingForm> | Rejected> {
  const pending = await readPendingIdentity(database, userId)
  const identity = await readIdentity(database, userId)
  if (!pending || !identity) return rejected('IDENTITY_NOT_PENDING')
  const bankAccounts = await readBankAccounts(database, userId)
  const { email, birthDay, state, city, postalCode, address, pictures, handedBack } = identity
  return {
    ...rowOnWire(pending, operatorId),
    ...{ email, birthDay, state, city, postalCode, address },
    telephone: identity.telephone ?? null,
    foreignMobile: identity.foreignMobile ?? null,
    idFormatType: identity.idFormat,
    submittedAt: identity.submittedAt.toISOString(),
    documents: namesOf(pictures),
    bankAccounts: bankAccounts.map(({ cardNumber, sheba, verified }) => ({ cardNumber, shebaCode: sheba, verified })),
    handedBack: handedBack ? { reason: handedBack.reason, at: handedBack.at.toISOString() } : null,
  }
}

interface Claiming {
  readonly userId: number
  readonly operatorId: number
  readonly call: { readonly ip: string; readonly userAgent: string }
}

/** Takes a pending form. Refuses IDENTITY_NOT_PENDING. */
export function claimForm(
  { database, now }: ConsoleServices['accounts'],
  { userId, operatorId, call: { ip, userAgent } }: Claiming,
): Promise<Rejected | undefined> {
  const at = now()
  return database.transaction(async (tx) => {
    if (!(await claimReview(tx, { userId, operatorId, at }))) return rejected('IDENTITY_NOT_PENDING')
    const seen = { ip: addressOf(ip), device: userAgent }
    await recordEvent(tx, { at, kind: 'IDENTITY_CLAIMED', userId, operatorId, ...seen, details: {} })
    return undefined
  })
}
