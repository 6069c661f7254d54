import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { withoutBrackets } from '#domain/loopback.ts'
import { PROCESS_ROLES, type ProcessRole } from '#domain/processes.ts'
import { refuse, urlWithoutSlash } from './values.ts'

export type Role = ProcessRole

/** A process among others on one database server. */
export interface ProcessConfig {
  readonly role: Role
  /** Whether it may become the writer. */
  readonly writes: boolean
  /** The address at which this process serves its writer to the others; absent: it writes for itself alone, or not at all. */
  readonly writerAddress: URL | undefined
  /** The word by which the processes know each other; absent: there are no others. */
  readonly secret: string | undefined
  /** The word that custody must be shown before it sends coins; absent in a process that has none sent. */
  readonly custodyToken: string | undefined
}

const SECRET_LENGTH_MIN = 32

/** Ranges of addresses that no other network reaches. */
const OWN_NETWORKS: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'linkLocal']

/** An address says by itself whether strangers reach it; of a name only those who run the machines know. */
function isForStrangers({ hostname }: URL): boolean {
  const address = withoutBrackets(hostname)
  return isIP(address) !== 0 && !OWN_NETWORKS.includes(ipaddr.parse(address).range())
}

const Environment = z.object({
  ROLE: z.enum(PROCESS_ROLES, `must be ${PROCESS_ROLES.join(', ')}`).default('all'),
  WRITER_ADDRESS: urlWithoutSlash.optional(),
  PROCESS_SECRET: z.string().min(SECRET_LENGTH_MIN, `must have ${SECRET_LENGTH_MIN} letters or more`).optional(),
  DATABASE_URL: z.string().optional(),
  CUSTODY_SOCKET: z.string().optional(),
  CUSTODY_SENDING_TOKEN: z.string().min(SECRET_LENGTH_MIN, `must have ${SECRET_LENGTH_MIN} letters or more`).optional(),
})

/** @throws Error with a sentence that names the setting */
export function parseProcess(given: Readonly<Record<string, string | undefined>>): ProcessConfig {
  const result = Environment.safeParse(given)
  if (!result.success) throw refuse(result.error, given)
  const { ROLE: role, WRITER_ADDRESS, PROCESS_SECRET: secret, DATABASE_URL } = result.data
  const { CUSTODY_SOCKET, CUSTODY_SENDING_TOKEN: custodyToken } = result.data
  const isOneOfMany = role !== 'all' || WRITER_ADDRESS !== undefined
  const reason = role === 'all' ? 'WRITER_ADDRESS is set' : `ROLE is ${role}`
  if (isOneOfMany && DATABASE_URL === undefined)
    throw new Error(`${reason}, so DATABASE_URL must be set: the built-in database admits one process.`)
  if (isOneOfMany && secret === undefined)
    throw new Error(`${reason}, so PROCESS_SECRET must be set, the same for all processes: it lets them send commands.`)
  if (role === 'writer' && WRITER_ADDRESS === undefined)
    throw new Error('ROLE is writer, so WRITER_ADDRESS must be set: the other processes reach it there.')
  if (WRITER_ADDRESS !== undefined && !/^http:.+:\d+$/.test(WRITER_ADDRESS))
    throw new Error('WRITER_ADDRESS must be an http address with its port, such as http://10.0.0.5:4310.')
  if (WRITER_ADDRESS !== undefined && isForStrangers(new URL(WRITER_ADDRESS)))
    throw new Error('WRITER_ADDRESS must be one of a private network: commands for every customer are taken there.')
  if (custodyToken !== undefined && (role === 'api' || role === 'writer'))
    throw new Error(`ROLE is ${role}, so CUSTODY_SENDING_TOKEN must not be set: jobs alone have coins sent.`)
  if (role === 'jobs' && CUSTODY_SOCKET !== undefined && custodyToken === undefined)
    throw new Error(
      'ROLE is jobs, so CUSTODY_SENDING_TOKEN must be set, as custody has it: others at its socket only ask.',
    )
  // It would give back every withdrawal over a chain as one that nobody sends.
  if (custodyToken !== undefined && CUSTODY_SOCKET === undefined)
    throw new Error('CUSTODY_SENDING_TOKEN is set, so CUSTODY_SOCKET must be set, too: coins are sent through it.')
  const writes = role === 'all' || role === 'writer'
  return {
    role,
    writes,
    writerAddress: writes && WRITER_ADDRESS ? new URL(WRITER_ADDRESS) : undefined,
    secret,
    custodyToken,
  }
}
