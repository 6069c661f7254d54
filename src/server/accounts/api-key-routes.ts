import * as contract from '#contract/api-keys.ts'
import { Rejected } from '#contract/rejected.ts'
import { type Route, route } from '../http/route.ts'
import { type ApiKeyRow, readApiKeys } from '../store/accounts/api-keys.ts'
import type { Accounts } from './accounts.ts'
import { actorOf, sessionActorOf } from './actor.ts'
import { createApiKey, removeApiKey } from './api-keys/own-api-keys.ts'

/** The keys of a user's programs. */
export function apiKeyRoutes(accounts: Accounts): Route[] {
  return [
    route(contract.getApiKeys, async ({ caller }) => {
      const rows = await readApiKeys(accounts.database, caller.userId)
      return { content: rows.map(apiKeyOnWire) }
    }),
    route(contract.createApiKey, async (call) => {
      const { name, rights, addresses = [], expiresAt } = call.body
      const asked = { name, rights, addresses, expiresAt: expiresAt ? new Date(expiresAt) : undefined }
      const created = await createApiKey(accounts, sessionActorOf(call), asked)
      if (created instanceof Rejected) return created
      return { baseDTO: { ...apiKeyOnWire(created), key: created.key, secret: created.secret } }
    }),
    route(contract.removeApiKey, async (call) => (await removeApiKey(accounts, actorOf(call), call.params.id)) ?? {}),
  ]
}

const apiKeyOnWire = ({ id, name, prefix, rights, addresses, ...row }: ApiKeyRow) => ({
  id: String(id),
  name,
  prefix,
  rights: [...rights],
  addresses: [...addresses],
  createdAtDateTime: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAtDateTime: row.lastUsedAt?.toISOString() ?? null,
  lastUsedIpAddress: row.lastUsedIp ?? null,
})
