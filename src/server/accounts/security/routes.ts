import type * as z from 'zod/mini'
import { Rejected, rejected } from '#contract/rejected.ts'
import * as contract from '#contract/security.ts'
import { getSession, setMessageLanguage } from '#contract/session.ts'
import { parseEmailAddress } from '#domain/email-address.ts'
import { type Route, route } from '../../http/route.ts'
import { recordEvent } from '../../store/accounts/audit-log.ts'
import { type Protection, readProtection, saveLanguage, savePhrase } from '../../store/accounts/protection.ts'
import { type OwnSession, readOwnSessions } from '../../store/accounts/sessions.ts'
import type { Accounts } from '../accounts.ts'
import { actorOf, eventOf, originOf, type SessionActor, sessionActorOf } from '../actor.ts'
import { isFresh } from '../fresh-proof.ts'
import { type CodeSent, maskContact } from '../one-time-code.ts'
import { cancelReset } from '../sign-in/reset-password.ts'
import { changeOwnPassword } from './change-password.ts'
import {
  type AuthenticatorSecret,
  changeTwoStep,
  renewOwnRecoveryCodes,
  sendVerificationCode,
} from './change-two-step.ts'
import { endOtherSessions, endSession, freezeAccount, freezeByToken } from './end-access.ts'
import { prove, sendProofCode } from './prove.ts'

/** The routes that protect an account: second step, proofs, password, sessions, freezing, phrase. */
export function securityRoutes(accounts: Accounts): Route[] {
  return [...twoStepRoutes(accounts), ...proofRoutes(accounts), ...sessionRoutes(accounts), ...ownRoutes(accounts)]
}

const CHANGED = {
  SMS: 'Two-step verification is now by SMS',
  EMAIL: 'Two-step verification is now by e-mail',
  GOOGLE_AUTHENTICATOR: 'Two-step verification is now by authenticator',
}

function twoStepRoutes(accounts: Accounts): Route[] {
  return [
    route(contract.sendVerificationCode, async (call) => {
      const asked = { twoStep: call.query.twoStepAuthorization, email: call.body?.email }
      const sent = await sendVerificationCode(accounts, asked, sessionActorOf(call))
      if (sent instanceof Rejected) return sent
      const isQr = sent.channel === 'GOOGLE_AUTHENTICATOR'
      const picture = isQr ? { file: sent.qrCode, qrCodeLink: sent.link } : { file: null, qrCodeLink: null }
      return { message: 'Verification Code Sent', baseDTO: { ...codeOnItsWay(sent), ...picture } }
    }),
    route(contract.changeOtp, async (call) => {
      const { twoStepAuthorization: twoStep, code = call.body?.code } = call.query
      if (code === undefined) return rejected('BAD_REQUEST', { field: 'code' })
      const changed = await changeTwoStep(accounts, { twoStep, code }, sessionActorOf(call))
      if (changed instanceof Rejected) return changed
      const { recoveryCodes } = changed
      return {
        message: CHANGED[twoStep],
        baseDTO: { twoStepAuthenticationType: twoStep, recoveryCodes: [...recoveryCodes] },
      }
    }),
    route(contract.renewRecoveryCodes, async (call) => {
      const codes = await renewOwnRecoveryCodes(accounts, sessionActorOf(call))
      return codes instanceof Rejected ? codes : { baseDTO: { recoveryCodes: [...codes] } }
    }),
  ]
}

/** An authenticator generates its codes itself: none was sent. */
function codeOnItsWay(sent: CodeSent | AuthenticatorSecret | { readonly channel: 'GOOGLE_AUTHENTICATOR' }) {
  return {
    twoStepAuthenticationType: sent.channel,
    starTwoStepAuthentication: 'maskedContact' in sent ? sent.maskedContact : null,
    expiresInSeconds: 'expiresInSeconds' in sent ? sent.expiresInSeconds : null,
  }
}

function proofRoutes(accounts: Accounts): Route[] {
  return [
    route(contract.sendCode, async (call) => {
      const sent = await sendProofCode(accounts, { purpose: call.body?.purpose }, sessionActorOf(call))
      return sent instanceof Rejected ? sent : { message: 'Verification Code Sent', baseDTO: codeOnItsWay(sent) }
    }),
    route(contract.prove, async (call) => (await prove(accounts, call.body, sessionActorOf(call))) ?? {}),
    route(contract.cancelPasswordReset, async (call) => {
      const { oldPassword } = call.body ?? {}
      return (await cancelReset(accounts, { actor: actorOf(call), oldPassword, provenAt: call.caller.provenAt })) ?? {}
    }),
    route(contract.changePassword, async (call) => {
      const refused = await changeOwnPassword(accounts, call.body, sessionActorOf(call))
      return refused ?? { message: 'password changed successfully' }
    }),
  ]
}

function sessionRoutes(accounts: Accounts): Route[] {
  const { database, now, settings } = accounts
  return [
    route(getSession, ({ caller: { provenAt, provenAnewAt, provenFor } }) => ({
      baseDTO: {
        provenDateTime: provenAt.toISOString(),
        provenAnewDateTime: provenAnewAt?.toISOString() ?? null,
        provenFor: provenFor ?? null,
      },
    })),
    route(contract.getSessions, async ({ caller: { userId, sessionId } }) => {
      const at = now()
      const usedAfter = new Date(at.getTime() - settings.sessionIdleMs)
      const rows = await readOwnSessions(database, { userId, currentId: sessionId, now: at, usedAfter })
      return { content: rows.map((row) => sessionOnWire(row, sessionId)) }
    }),
    route(contract.endSession, async (call) => {
      const refused = await endSession(accounts, call.params.id, sessionActorOf(call))
      if (refused) return refused
      if (call.params.id === String(call.caller.sessionId)) call.session.end()
      return {}
    }),
    route(contract.endOtherSessions, async (call) => ({
      baseDTO: { ended: await endOtherSessions(accounts, sessionActorOf(call)) },
    })),
  ]
}

function ownRoutes(accounts: Accounts): Route[] {
  const { database } = accounts
  return [
    route(contract.getSecurity, async ({ caller }) => ({
      baseDTO: protectionOnWire(await readProtection(database, caller.userId), {
        now: accounts.now(),
        provenAt: caller.provenAt,
      }),
    })),
    route(contract.setAntiPhishingPhrase, async (call) => {
      return (await setPhrase(accounts, { phrase: call.body.phrase ?? undefined }, sessionActorOf(call))) ?? {}
    }),
    route(setMessageLanguage, async ({ caller, body }) => {
      await saveLanguage(database, { userId: caller.userId, language: body.language })
      return {}
    }),
    route(contract.freezeAccount, async (call) => {
      await freezeAccount(accounts, sessionActorOf(call))
      call.session.end()
      return {}
    }),
    route(contract.freezeByToken, async (call) => {
      return (await freezeByToken(accounts, { ...call.body, ...originOf(call) })) ?? {}
    }),
  ]
}

/** Enough for its owner to recognise it, and useless for a forged message. */
const maskPhrase = (phrase: string): string => `${[...phrase][0]}***`

/**
 * A past hold is left out. The phrase is complete only for a session with a proof or login of the last minutes: a stolen one could otherwise read it
 * and write messages that its owner would believe to be ours.
 */
function protectionOnWire(
  protection: Protection,
  { now, provenAt }: { readonly now: Date; readonly provenAt: Date },
): z.input<typeof contract.Security> {
  const { mobile, email, claimedEmail, twoStep, recoveryCodesLeft, phrase, withdrawalsHeldUntil, passwordResetAt } =
    protection
  const isHeld = withdrawalsHeldUntil !== undefined && withdrawalsHeldUntil > now
  return {
    twoStepAuthenticationType: twoStep,
    mobileNumber: mobile === undefined ? '' : maskContact({ channel: 'SMS', mobile }),
    email: email ?? null,
    emailForCodes: email ?? parseEmailAddress(claimedEmail ?? '') ?? null,
    recoveryCodesLeft,
    antiPhishingPhrase: phrase === undefined ? null : isFresh(provenAt, now) ? phrase : maskPhrase(phrase),
    passwordResetDateTime: passwordResetAt?.toISOString() ?? null,
    withdrawalsHeldUntil: isHeld ? withdrawalsHeldUntil.toISOString() : null,
  }
}

const sessionOnWire = (
  { id, ip, deviceType, osType, browser, openedAt, lastUsedAt }: OwnSession,
  currentId: number,
): z.input<typeof contract.SessionRow> => ({
  id: String(id),
  current: id === currentId,
  ipAddress: ip,
  deviceType,
  osType,
  browser,
  openedDateTime: openedAt.toISOString(),
  lastUsedDateTime: lastUsedAt.toISOString(),
})

const LETTERS_MIN = 3
const LETTERS_MAX = 30
/** Control characters, line breaks, marks of direction and unassigned characters could disguise text near the phrase. The half-space belongs to Persian. */
const UNPRINTABLE = /(?!\u200C)[\p{C}\p{Zl}\p{Zp}]/u

/** The phrase by which the user recognises our messages; `undefined` removes it. No log contains it. Refuses PHRASE_INVALID. */
export async function setPhrase(
  { database, now }: Pick<Accounts, 'database' | 'now'>,
  { phrase: typed }: { phrase: string | undefined },
  actor: SessionActor,
): Promise<Rejected | undefined> {
  const phrase = typed?.normalize('NFC').replace(/\s+/gu, ' ').trim()
  if (phrase !== undefined && !isPhrase(phrase)) return rejected('PHRASE_INVALID', { field: 'phrase' })
  await database.transaction(async (tx) => {
    await savePhrase(tx, { userId: actor.userId, phrase })
    const kind = phrase === undefined ? 'PHRASE_REMOVED' : 'PHRASE_SET'
    await recordEvent(tx, { at: now(), kind, ...eventOf(actor) })
  })
  return undefined
}

function isPhrase(phrase: string): boolean {
  const letters = [...phrase].length
  return letters >= LETTERS_MIN && letters <= LETTERS_MAX && !UNPRINTABLE.test(phrase)
}
