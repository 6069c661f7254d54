import * as contract from '#contract/passkeys.ts'
import { Rejected } from '#contract/rejected.ts'
import { type Route, route } from '../../http/route.ts'
import { type PasskeyRow, readPasskeys } from '../../store/accounts/passkeys.ts'
import { actorOf } from '../actor.ts'
import { keepSession, visitorOf } from '../sign-in/routes.ts'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './own-passkeys.ts'
import type { Passkeys } from './passkeys.ts'
import { beginPasskeyLogin, beginPasskeyProof, loginByPasskey, proveByPasskey } from './use-passkey.ts'

/** Adding, naming and removing passkeys, and logging in and proving by them. */
export function passkeyRoutes(passkeys: Passkeys): Route[] {
  return [...ownPasskeyRoutes(passkeys), ...loginRoutes(passkeys)]
}

function ownPasskeyRoutes(passkeys: Passkeys): Route[] {
  const { database } = passkeys.accounts
  return [
    route(contract.getPasskeys, async ({ caller }) => ({
      content: (await readPasskeys(database, caller.userId)).map(onWire),
    })),
    route(contract.beginPasskey, async ({ caller }) => {
      const begun = await beginPasskey(passkeys, caller.userId)
      return begun instanceof Rejected ? begun : { baseDTO: begun }
    }),
    route(contract.addPasskey, async (call) => {
      const added = await addPasskey(passkeys, call.body, { ...actorOf(call), sessionId: call.caller.sessionId })
      return added instanceof Rejected ? added : { baseDTO: onWire(added) }
    }),
    route(contract.renamePasskey, async (call) => {
      const renamed = await renamePasskey(passkeys, { ...call.params, ...call.body }, actorOf(call))
      return renamed instanceof Rejected ? renamed : { baseDTO: onWire(renamed) }
    }),
    route(contract.removePasskey, async (call) => {
      return (await removePasskey(passkeys, call.params.id, actorOf(call))) ?? {}
    }),
    route(contract.beginPasskeyProof, async ({ caller }) => {
      const begun = await beginPasskeyProof(passkeys, caller.userId)
      return begun instanceof Rejected ? begun : { baseDTO: begun }
    }),
    route(contract.proveByPasskey, async (call) => {
      const { sessionId } = call.caller
      return (await proveByPasskey(passkeys, { ...call.body, sessionId }, actorOf(call))) ?? {}
    }),
  ]
}

function loginRoutes(passkeys: Passkeys): Route[] {
  return [
    route(contract.beginPasskeyLogin, async (call) => {
      const begun = await beginPasskeyLogin(passkeys, call)
      return begun instanceof Rejected ? begun : { baseDTO: begun }
    }),
    route(contract.loginByPasskey, async (call) => {
      const { flowToken, credential, ...device } = call.body
      const opened = await loginByPasskey(passkeys, { flowToken, credential, device }, visitorOf(call))
      return opened instanceof Rejected ? opened : keepSession(call, opened)
    }),
  ]
}

const onWire = ({ id, name, createdAt, lastUsedAt, synced }: PasskeyRow) => ({
  id: String(id),
  name,
  createdDateTime: createdAt.toISOString(),
  lastUsedDateTime: lastUsedAt?.toISOString() ?? null,
  synced,
})
