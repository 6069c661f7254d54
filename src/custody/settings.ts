import { join } from 'node:path'
import { z } from 'zod'
import { KNOWN_NETWORKS, type KnownNetwork } from '#domain/networks.ts'

export interface Settings {
  /** The folder of the journal. */
  readonly folder: string
  readonly policyFile: string
  /** Absent: a development seed in the folder, which is refused on real chains. */
  readonly seedFile: string | undefined
  /** Absent: stdio. */
  readonly socket: string | undefined
  /** The word that a caller at the socket has to know for coins to be sent; absent: whatever opens the socket may have them sent. */
  readonly sendingToken: string | undefined
  /** The address of the node of each network; it may hold a key and is never logged. */
  readonly nodes: ReadonlyMap<KnownNetwork, string>
  /** The key of the account at TronGrid; never logged. */
  readonly tronKey: string | undefined
}

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  CUSTODY_DIR: z.string().optional(),
  DATA_DIR: z.string().default('.data'),
  CUSTODY_POLICY: z.string().optional(),
  CUSTODY_SEED_FILE: z.string().optional(),
  CUSTODY_SOCKET: z.string().optional(),
  CUSTODY_SENDING_TOKEN: z.string().min(32).optional(),
  CUSTODY_TRONGRID_KEY: z
    .string()
    .regex(/^[\w-]+$/)
    .optional(),
})

const NodeAddress = z.url({ protocol: /^https?$/ })

/** Reads the environment once. An empty variable counts as missing. @throws Error with a sentence that names the variable, not its value */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const read = Environment.safeParse(given)
  if (!read.success) throw new Error(`${read.error.issues[0]?.path.join('.')} cannot be used`)
  const { NODE_ENV, DATA_DIR, CUSTODY_DIR, CUSTODY_POLICY, CUSTODY_SEED_FILE } = read.data
  const folder = CUSTODY_DIR ?? join(DATA_DIR, 'custody')
  if (NODE_ENV === 'production' && CUSTODY_SEED_FILE === undefined)
    throw new Error('CUSTODY_SEED_FILE is missing: npm run custody:seed makes one')
  const nodes = KNOWN_NETWORKS.flatMap((network): [KnownNetwork, string][] => {
    const name = `CUSTODY_NODE_${network}`
    const address = given[name]
    if (address === undefined) return []
    if (!NodeAddress.safeParse(address).success) throw new Error(`${name} cannot be used: it is not an http address`)
    return [[network, address]]
  })
  return {
    folder,
    policyFile: CUSTODY_POLICY ?? join(folder, 'policy.json'),
    seedFile: CUSTODY_SEED_FILE,
    socket: read.data.CUSTODY_SOCKET,
    sendingToken: read.data.CUSTODY_SENDING_TOKEN,
    tronKey: read.data.CUSTODY_TRONGRID_KEY,
    nodes: new Map(nodes),
  }
}
