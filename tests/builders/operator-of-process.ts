import { generateSync } from 'otplib/functional'
import type { Reply } from '#contract/endpoint.ts'
import { operatorLogin } from '#contract/operations.ts'
import { getAuditVerdict } from '#contract/operations-audit.ts'
import { getOverview } from '#contract/operations-overview.ts'
import { getProcesses } from '#contract/operations-processes.ts'
import { addOperator } from '#server/accounts/operators/add-operator.ts'
import { createSealer } from '#server/accounts/sealer.ts'
import { type DatabaseSettings, openDatabase } from '#server/store/open-database.ts'
import { iranianIdentity } from './iranian-identity.ts'

const KEY = Buffer.alloc(32, 1)

/** The setting with which a process opens what the operator's secret was sealed with. */
export const OPERATOR_KEYS = `1:${KEY.toString('base64')}`

export interface OperatorOfProcess {
  /** Posts an act with a reason. */
  act(url: string, path: string): Promise<{ readonly status: number; readonly code: string | undefined }>
  /** Reads the list of processes and jobs. */
  look(url: string): Promise<Reply<typeof getProcesses>['baseDTO']>
  /** Reads the state of the system on the first page. */
  health(url: string): Promise<Reply<typeof getOverview>['baseDTO']['health']>
  /** Reads whether the audit log is whole. */
  auditVerdict(url: string): Promise<Reply<typeof getAuditVerdict>['baseDTO']>
}

/** An admin of a database that no process of the built-in engine has open; the first use logs in, by HTTP as a browser does. */
export async function addAdmin(settings: DatabaseSettings): Promise<OperatorOfProcess> {
  const mobile = iranianIdentity().mobileNumber
  const database = await openDatabase(settings)
  const sealer = createSealer([{ id: 1, key: KEY }])
  const keys = await addOperator(
    { database, sealer },
    { mobile, name: 'Sara Karimi', roles: ['ADMIN'], at: new Date() },
  ).finally(() => database.close())
  if (keys.kind !== 'added') throw new Error(`the operator was not added: ${keys.kind}`)
  const { password, secret } = keys
  let headers: Promise<Headers> | undefined
  const logIn = async (url: string) => {
    const body = { mobileNumber: mobile, password, code: generateSync({ secret }) }
    const reply = await fetch(`${url}/api${operatorLogin.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { token } = operatorLogin.response.parse(await reply.json())
    return new Headers({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
  }
  const headersAt = (url: string) => {
    headers ??= logIn(url)
    return headers
  }
  return {
    async act(url, path) {
      const body = JSON.stringify({ reason: 'a new version' })
      const reply = await fetch(`${url}/api${path}`, { method: 'POST', headers: await headersAt(url), body })
      const { code }: { code?: string } = await reply.json()
      return { status: reply.status, code }
    },
    async look(url) {
      const reply = await fetch(`${url}/api${getProcesses.path}`, { headers: await headersAt(url) })
      return getProcesses.response.parse(await reply.json()).baseDTO
    },
    async health(url) {
      const reply = await fetch(`${url}/api${getOverview.path}`, { headers: await headersAt(url) })
      return getOverview.response.parse(await reply.json()).baseDTO.health
    },
    async auditVerdict(url) {
      const reply = await fetch(`${url}/api${getAuditVerdict.path}`, { headers: await headersAt(url) })
      return getAuditVerdict.response.parse(await reply.json()).baseDTO
    },
  }
}
