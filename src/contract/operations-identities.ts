import * as z from 'zod/mini'
import { IDENTITY_DOUBT_KINDS } from '#domain/identity-doubt.ts'
import { AuthenticationType, IdFormat } from './account.ts'
import { DOCUMENT_NAMES, DocumentName } from './documents.ts'
import { defineEndpoint, operatorRead } from './endpoint.ts'
import { Cursor, Reason } from './operations.ts'
import { Day, Id, Instant, replyWith, replyWithRows } from './values.ts'

const OfUser = z.strictObject({ id: Id })

/** Why the registry could not decide. */
const Doubt = z.object({
  what: z.enum(IDENTITY_DOUBT_KINDS),
  /** For NAME: the combined similarity. */
  percent: z.optional(z.number()),
  /** For NAME: of the first and the last name apart; the registry tells no name. */
  names: z.optional(z.object({ first: z.number(), last: z.number() })),
  /** For BANK_ACCOUNT: the last four digits. */
  endsWith: z.optional(z.string()),
})

const nullableText = z.nullable(z.string())

export const PendingRow = z.object({
  /** The user's id. */
  id: Id,
  mobileNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  nationalCode: z.string(),
  country: nullableText,
  authenticationType: AuthenticationType,
  /** Since when it waits. */
  openedAt: Instant,
  doubts: z.array(Doubt),
  /** When the registry is asked again; `null` if an operator must check. */
  nextTryAt: z.nullable(Instant),
  /** The operator who is looking at it, which does not block others. */
  claim: z.nullable(z.object({ name: z.string(), at: Instant, isOwn: z.boolean() })),
})

export const getPendingIdentities = defineEndpoint({
  ...operatorRead,
  path: '/operations/identities',
  right: 'IDENTITIES_READ',
  summary: 'Forms that wait, the oldest first; those that the registry is asked about again come last',
  query: z.strictObject({ before: Cursor }),
  response: replyWithRows(PendingRow),
})

export const PendingForm = z.extend(PendingRow, {
  email: z.string(),
  birthDay: Day,
  telephone: nullableText,
  foreignMobile: nullableText,
  state: z.string(),
  city: z.string(),
  postalCode: z.string(),
  address: z.string(),
  idFormatType: IdFormat,
  submittedAt: Instant,
  /** The photos that exist. */
  documents: z.array(z.enum(DOCUMENT_NAMES)),
  bankAccounts: z.array(z.object({ cardNumber: z.string(), shebaCode: z.string(), verified: z.boolean() })),
  /** Why it was handed back earlier. */
  handedBack: z.nullable(z.object({ reason: z.string(), at: Instant })),
})

export const getPendingIdentity = defineEndpoint({
  ...operatorRead,
  path: '/operations/identities/:id',
  right: 'IDENTITIES_READ',
  summary: 'A form that waits, whole',
  params: OfUser,
  response: replyWith({ baseDTO: PendingForm }),
  errors: ['IDENTITY_NOT_PENDING', 'LOOKS_USED_UP'],
})

export const openDocuments = defineEndpoint({
  method: 'POST',
  path: '/operations/users/:id/documents',
  right: 'DOCUMENTS_READ',
  freshCode: true,
  summary: 'The photos that a customer has sent. A code of the authenticator allows viewing them for ten minutes',
  access: 'operator',
  offline: 'never',
  params: OfUser,
  response: replyWith({ baseDTO: z.object({ documents: z.array(z.enum(DOCUMENT_NAMES)) }) }),
  errors: ['USER_NOT_FOUND'],
})

export const claimPendingIdentity = defineEndpoint({
  method: 'POST',
  path: '/operations/identities/:id/claim',
  right: 'IDENTITIES_DECIDE',
  summary:
    'Claims a waiting form, so that others see who works on it; one that another has claimed becomes the caller’s',
  access: 'operator',
  offline: 'never',
  params: OfUser,
  response: replyWith({}),
  errors: ['IDENTITY_NOT_PENDING'],
})

export const getPendingDocument = defineEndpoint({
  ...operatorRead,
  path: '/operations/identities/:id/documents/:name',
  right: 'DOCUMENTS_READ',
  summary:
    'A photo of a document: of a form that waits, or within ten minutes of a code of the authenticator. Each view is in the audit log',
  format: 'jpeg',
  params: z.strictObject({ id: Id, name: DocumentName }),
  response: z.unknown(),
})

const decision = {
  method: 'POST',
  access: 'operator',
  offline: 'never',
  params: OfUser,
  body: z.strictObject({ reason: Reason }),
  response: replyWith({ baseDTO: z.object({ authenticationType: AuthenticationType }) }),
} as const

export const approvePendingIdentity = defineEndpoint({
  ...decision,
  path: '/operations/identities/:id/approve',
  right: 'IDENTITIES_DECIDE',
  summary: 'Approves an identity: the account is AUTHORIZED',
  errors: ['IDENTITY_NOT_PENDING', 'NATIONAL_CODE_TAKEN', 'BANK_ACCOUNT_TAKEN'],
})

export const handBackPendingIdentity = defineEndpoint({
  ...decision,
  path: '/operations/identities/:id/hand-back',
  right: 'IDENTITIES_DECIDE',
  summary: 'Hands a form back with the reason that the user reads: the name of a prepared reason, or free text',
  errors: ['IDENTITY_NOT_PENDING'],
})
