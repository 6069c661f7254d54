import type * as z from 'zod/mini'
import {
  type Account,
  type AccountLevel,
  type BankAccount,
  type Country,
  getAccount,
  getAccountLevels,
  IdFormat,
} from '#contract/account.ts'
import * as form from '#contract/account-form.ts'
import { type DocumentName, getDocument } from '#contract/documents.ts'
import { handBackSentence } from '#contract/hand-back-reasons.ts'
import * as contract from '#contract/identity.ts'
import { exportLogins } from '#contract/own-files.ts'
import { Rejected, rejected, rejectPage } from '#contract/rejected.ts'
import { getLoginHistory, logout } from '#contract/users.ts'
import { bankOfCard } from '#domain/bank-card.ts'
import { COUNTRIES, type Country as DomainCountry, findCountry } from '#domain/countries.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { levelWindowStart, percentOf } from '#domain/fee.ts'
import type { Language } from '#domain/market-state.ts'
import type { Amount } from '#domain/units.ts'
import { stageOf } from '#domain/verification.ts'
import { OwnListFiles } from '../http/own-list-files.ts'
import { Download, type Route, route } from '../http/route.ts'
import { type BankAccountRow, readBankAccounts } from '../store/accounts/bank-accounts.ts'
import { type AccountRow, readAccount } from '../store/accounts/identities.ts'
import { type PendingIdentity, readPendingIdentity } from '../store/accounts/identity-reviews.ts'
import { type LevelRow, readLevels, readTradeVolume } from '../store/accounts/levels.ts'
import type { Accounts } from './accounts.ts'
import { actorOf, originOf } from './actor.ts'
import { readDocument } from './documents.ts'
import { addBankAccount, removeBankAccount } from './identity/bank-accounts.ts'
import { setCountry, updateAccount } from './identity/update-account.ts'
import { checkIdentityCode, sendIdentityCode } from './identity-code.ts'
import { listLogins, loginsForFile } from './own-logins.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { submitAccount } from './submit-account.ts'

/** Signing up, in and out; the account and its verification. */
export function accountRoutes(accounts: Accounts): Route[] {
  return [...signInRoutes(accounts), ...sessionRoutes(accounts), ...verificationRoutes(accounts)]
}

function sessionRoutes(accounts: Accounts): Route[] {
  const { database, sessions, now } = accounts
  const files = new OwnListFiles(() => now().getTime())
  return [
    route(logout, async (call) => {
      await sessions.end(call.caller)
      call.session.end()
      return {}
    }),
    route(getLoginHistory, ({ caller, query }) => rejectPage(query) ?? listLogins(database, caller.userId, query)),
    route(exportLogins, async ({ caller: { userId }, query, language }) =>
      files.send(userId, await loginsForFile(database, { userId, asked: query, language })),
    ),
  ]
}

function verificationRoutes(accounts: Accounts): Route[] {
  const { database } = accounts
  return [
    route(getAccount, async ({ caller, language, query }) => {
      const withPictures = query.imageNeeded === 'true'
      const account = await readOwnAccount(accounts, { userId: caller.userId, language, withPictures })
      return account instanceof Rejected ? account : { baseDTO: account }
    }),
    route(form.submitAccount, async (call) => {
      const { caller, body, files } = call
      const submission = { userId: caller.userId, form: body, pictures: files, from: originOf(call) }
      const submitted = await submitAccount(accounts, submission)
      if (submitted instanceof Rejected) return submitted
      return { baseDTO: { authenticationType: submitted.verification, verificationNeeded: submitted.codeNeeded } }
    }),
    route(form.sendIdentityCode, async (call) => {
      const sent = await sendIdentityCode(accounts, call.caller.userId, call)
      return sent instanceof Rejected ? sent : { baseDTO: { expiresInSeconds: sent.expiresInSeconds } }
    }),
    route(form.checkIdentityCode, (call) => provenIdentity(accounts, call, call.body.otp)),
    route(form.checkIdentityCodeInQuery, (call) => provenIdentity(accounts, call, call.query.otp)),
    route(form.getVerifiedBankAccounts, async ({ caller, language }) => {
      const rows = caller.authorized ? await readBankAccounts(database, caller.userId) : []
      const verified = rows.filter((row) => row.verified)
      return { content: verified.map((row) => bankAccountOnWire(row, language)) }
    }),
    route(getAccountLevels, async () => {
      const levels = await readLevels(database)
      return { content: levels.filter(({ level }) => level !== 'SUPERVISOR').map(levelOnWire) }
    }),
  ]
}

async function provenIdentity(
  accounts: Accounts,
  call: Parameters<typeof originOf>[0] & { readonly caller: { readonly userId: number } },
  otp: string,
) {
  const proof = { userId: call.caller.userId, text: otp, from: originOf(call) }
  const verification = await checkIdentityCode(accounts, proof)
  return verification instanceof Rejected ? verification : { baseDTO: { authenticationType: verification } }
}

/** The account form apart from its submission: countries, updates, and the bank cards of a verified account. */
export function identityRoutes(accounts: Accounts): Route[] {
  return [
    route(contract.getIdFormatTypes, async () => ({ content: Object.values(IdFormat.def.entries) })),
    route(contract.getCountries, async () => ({ content: COUNTRIES.map(countryOnWire) })),
    route(contract.setCountry, async (call) => {
      const chosen = await setCountry(accounts, { actor: actorOf(call), countryName: call.body.countryName })
      if (chosen instanceof Rejected) return chosen
      return { baseDTO: { location: countryOnWire(chosen.country), authenticationType: chosen.verification } }
    }),
    route(contract.updateAccount, async (call) => {
      const update = { actor: actorOf(call), form: call.body, provenAt: call.caller.provenAt }
      const updated = await updateAccount(accounts, update)
      if (updated instanceof Rejected) return updated
      return { baseDTO: { authenticationType: updated.verification, verificationNeeded: updated.codeNeeded } }
    }),
    route(contract.addBankAccount, async (call) => {
      const added = await addBankAccount(accounts, { actor: actorOf(call), ...call.body })
      return added instanceof Rejected ? added : { baseDTO: bankAccountOnWire(added, call.language) }
    }),
    route(contract.removeBankAccount, async (call) => {
      const refusal = await removeBankAccount(accounts, { actor: actorOf(call), id: call.params.id })
      return refusal ?? {}
    }),
  ]
}

/** The photos of the caller's own documents. */
export function documentRoutes(accounts: Accounts): Route[] {
  return [
    route(getDocument, async (call) => {
      const { userId, ...viewer } = actorOf(call)
      const { name } = call.params
      const picture = await readDocument(accounts, { userId, name, viewer })
      return picture instanceof Rejected
        ? picture
        : new Download({ bytes: picture, fileName: `${name}.jpg`, mimeType: 'image/jpeg' })
    }),
  ]
}

function bankAccountOnWire(row: BankAccountRow, language: Language): z.input<typeof BankAccount> {
  const bank = bankOfCard(row.cardNumber)
  const bankName = (language === 'en' ? bank?.englishName : bank?.persianName) ?? ''
  return { id: row.id, cardNumber: row.cardNumber, shebaCode: row.sheba, bankName }
}

const levelOnWire = (row: LevelRow): z.input<typeof AccountLevel> => ({
  userAccountLevel: row.level,
  tradeAmount: formatDecimal(row.volumeFrom, 0),
  wagePercent: percentOf(row.fee),
  makerPercent: percentOf(row.maker),
  takerPercent: percentOf(row.taker),
})

/** The account as its user sees it. Photos are mentioned, never sent. */
function accountOnWire(
  { mobile, email, verification, level, fee, referralCode, twoStep, identity, country }: AccountRow,
  more: {
    readonly bankAccounts: readonly BankAccountRow[]
    readonly traded: { readonly volume: Amount; readonly decimals: number }
    readonly review: Pick<PendingIdentity, 'openedAt' | 'doubts'> | undefined
    readonly language: Language
  },
): z.input<typeof Account> {
  const { authorized, pending } = stageOf(verification)
  const chosen = country === undefined ? undefined : findCountry(country)
  const { handedBack } = identity ?? {}
  const { review } = more
  return {
    mobileNumber: mobile ?? '',
    twoStepAuthenticationType: twoStep,
    countryName: country ?? null,
    firstName: identity?.firstName ?? null,
    lastName: identity?.lastName ?? null,
    email: email ?? identity?.email ?? null,
    emailVerified: email !== undefined,
    nationalCode: identity?.nationalCode ?? null,
    birthDay: identity?.birthDay ?? null,
    telephone: identity?.telephone ?? null,
    state: identity?.state ?? null,
    city: identity?.city ?? null,
    postalCode: identity?.postalCode ?? null,
    address: identity?.address ?? null,
    idFormatType: identity?.idFormat ?? null,
    image: identity?.pictures.image !== undefined,
    backImage: identity?.pictures.backImage !== undefined,
    documentImage: identity?.pictures.documentImage !== undefined,
    location: chosen ? countryOnWire(chosen) : null,
    bankAccounts: more.bankAccounts.map((row) => bankAccountOnWire(row, more.language)),
    authenticationType: verification,
    authorized,
    pending,
    supervisor: level === 'SUPERVISOR',
    userAccountLevel: level,
    totalTradesVolume: formatDecimal(more.traded.volume, more.traded.decimals),
    fee: percentOf(fee),
    referralCode,
    foreignMobileNumber: identity?.foreignMobile ?? null,
    handedBack: handedBack
      ? { reason: handBackSentence(handedBack.reason, more.language), at: handedBack.at.toISOString() }
      : null,
    review: review ? { since: review.openedAt.toISOString(), doubts: review.doubts.map(({ what }) => what) } : null,
  }
}

const countryOnWire = ({ name, phoneCode, code }: DomainCountry): z.input<typeof Country> => ({
  countryName: name,
  countryPhoneCode: phoneCode,
  countryCode: code,
})

/** The caller's account, with its three-month trade volume. Refuses NOT_FOUND if the user no longer exists. */
async function readOwnAccount(
  { database, now }: Pick<Accounts, 'database' | 'now'>,
  { userId, language, withPictures }: { userId: number; language: Language; withPictures: boolean },
): Promise<z.input<typeof Account> | Rejected> {
  const account = await readAccount(database, userId)
  if (!account) return rejected('NOT_FOUND')
  const bankAccounts = await readBankAccounts(database, userId)
  const traded = await readTradeVolume(database, { userId, since: levelWindowStart(now()) })
  const review = await readPendingIdentity(database, userId)
  const onWire = accountOnWire(account, { bankAccounts, traded, review, language })
  return withPictures ? { ...onWire, pictures: pathsOf(onWire) } : onWire
}

/** The paths at which the owner views each received picture. */
function pathsOf(received: { readonly [Name in DocumentName]: boolean }) {
  const pathOf = (name: DocumentName) => (received[name] ? `/api${getDocument.path.replace(':name', name)}` : null)
  return { image: pathOf('image'), backImage: pathOf('backImage'), documentImage: pathOf('documentImage') }
}
