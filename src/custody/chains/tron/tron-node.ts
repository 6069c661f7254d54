import { z } from 'zod'
import { parseDecimal } from '#domain/decimal.ts'
import { NodeError } from '../../json-rpc.ts'
import type { TronHttp } from './tron-http.ts'

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Hex = z
  .string()
  .regex(/^([0-9a-fA-F]{2})*$/)
  .transform((text) => text.toLowerCase())
/** Base units, a number that `parseExactly` keeps as text where it is large. */
const Sun = z.union([z.string(), z.int()]).transform((value, context) => {
  const units = parseDecimal(`${value}`, 0)
  if (units !== undefined) return units
  context.addIssue('is no amount')
  return z.NEVER
})
const Count = Sun.default(0n)

/** Numbers that are 0 are left out, as in the first block. */
const Header = z.object({
  blockID: Hash,
  block_header: z.object({
    raw_data: z.object({ number: z.int().default(0), timestamp: z.int().default(0), parentHash: Hash }),
  }),
})
const Transfer = z.object({ owner_address: Hex, to_address: Hex, amount: Sun })
const FullBlock = Header.extend({
  transactions: z
    .array(
      z.object({
        txID: Hash,
        ret: z.array(z.object({ contractRet: z.string().optional() })).default([]),
        raw_data: z.object({
          contract: z.array(z.object({ type: z.string(), parameter: z.object({ value: z.unknown() }) })),
        }),
      }),
    )
    .default([]),
})
const Log = z.object({ address: Hex, topics: z.array(Hex).default([]), data: Hex.default('') })
const Info = z.object({
  id: Hash,
  blockNumber: z.int(),
  fee: Count,
  /** Absent, unless it failed. */
  result: z.string().optional(),
  /** The result is of a contract alone. */
  receipt: z.object({ result: z.string().optional() }).default({}),
  log: z.array(Log).default([]),
})
/** The answer for what does not exist. */
const Nothing = z.strictObject({}).transform(() => undefined)
const Account = z.object({
  address: Hex.optional(),
  balance: Count,
  type: z.string().optional(),
  /** The time of the block before the account's last transaction. */
  latest_opration_time: z.int().default(0),
})
const Resources = z.object({
  freeNetLimit: Count,
  freeNetUsed: Count,
  NetLimit: Count,
  NetUsed: Count,
  EnergyLimit: Count,
  EnergyUsed: Count,
})
const Parameters = z.object({
  chainParameter: z.array(z.object({ key: z.string(), value: Sun.optional().catch(undefined) })),
})
const ConstantCall = z.object({
  result: z.object({ result: z.boolean().optional(), code: z.string().optional(), message: z.string().optional() }),
  energy_used: Count,
  constant_result: z.array(Hex).default([]),
  transaction: z.object({ ret: z.array(z.object({ ret: z.string().optional() })).default([]) }).optional(),
})
const Broadcast = z.object({
  result: z.boolean().default(false),
  code: z.string().optional(),
  message: z.string().optional(),
  txid: Hash.optional(),
})

export interface BlockHeader {
  readonly height: number
  readonly hash: string
  readonly parentHash: string
  readonly timestamp: number
}

export interface TronBlock extends BlockHeader {
  readonly transactions: readonly {
    readonly txid: string
    /** Coins that arrived; absent for all other transactions, and for one that failed. */
    readonly paid: { readonly from: string; readonly to: string; readonly amount: bigint } | undefined
  }[]
}

export interface TronInfo extends Pick<z.output<typeof Info>, 'fee' | 'log'> {
  readonly txid: string
  readonly height: number
  readonly succeeded: boolean
}

interface Call {
  readonly owner: string
  readonly contract: string
  /** Such as "balanceOf(address)". */
  readonly selector: string
  /** Its arguments in hex. */
  readonly parameter: string
}

export type TronNode = ReturnType<typeof openTronNode>
type Post = TronHttp['post']

/** The calls of a full node, or of TronGrid, that custody needs. Addresses are in hex. */
export function openTronNode(http: TronHttp, firstBlock: string) {
  let isChecked = false
  const post: Post = async (path, body, result) => {
    if (!isChecked) {
      const first = await http.post('/wallet/getblock', { id_or_num: '0', detail: false }, Header)
      if (first.blockID !== firstBlock) throw new NodeError('the node is on another chain')
      isChecked = true
    }
    return http.post(path, body, result)
  }
  return { ...blockCalls(post), ...transactionCalls(post), ...accountCalls(post) }
}

function blockCalls(post: Post) {
  const header = async (path: string, at?: number): Promise<BlockHeader> =>
    headerOf(await post(path, { ...(at !== undefined && { id_or_num: `${at}` }), detail: false }, Header))
  return {
    head: () => header('/wallet/getblock'),
    /** The newest block that no reorganisation can undo. */
    solidHead: () => header('/walletsolidity/getblock'),
    header: (height: number) => header('/wallet/getblock', height),
    block: async (height: number): Promise<TronBlock> => {
      const block = await post('/wallet/getblock', { id_or_num: `${height}`, detail: true }, FullBlock)
      const read = { ...headerOf(block), transactions: block.transactions.map(transactionOf) }
      if (read.height !== height) throw new NodeError(`the node gave block ${read.height} instead of ${height}`)
      return read
    },
    /** The outcomes of a block's transactions. */
    infos: async (height: number): Promise<TronInfo[]> =>
      (await post('/wallet/gettransactioninfobyblocknum', { num: height }, z.array(Info))).map(infoOf),
  }
}

function transactionCalls(post: Post) {
  return {
    info: async (txid: string): Promise<TronInfo | undefined> => {
      const found = await post('/wallet/gettransactioninfobyid', { value: txid }, z.union([Info, Nothing]))
      return found && infoOf(found)
    },
    isPending: async (txid: string): Promise<boolean> => {
      const found = z.union([z.object({ txID: Hash }), Nothing])
      return (await post('/wallet/gettransactionfrompending', { value: txid }, found)) !== undefined
    },
    send: (signed: string) => post('/wallet/broadcasthex', { transaction: signed }, Broadcast),
    /** The result and the energy of a contract's call, which is not sent. */
    tryCall: async ({ owner, contract, selector, parameter }: Call) => {
      const call = { owner_address: owner, contract_address: contract, function_selector: selector, parameter }
      const found = await post('/wallet/triggerconstantcontract', call, ConstantCall)
      const { result, energy_used: energy, constant_result: returned, transaction } = found
      const hasFailed = result.result !== true || transaction?.ret.some(({ ret }) => ret === 'FAILED')
      return {
        failure: hasFailed ? wordsOf(result.message ?? result.code ?? 'the call failed') : undefined,
        energy,
        returned: returned.join(''),
      }
    },
  }
}

function accountCalls(post: Post) {
  return {
    account: async (address: string) => {
      const found = await post('/wallet/getaccount', { address }, Account)
      return {
        exists: found.address !== undefined,
        isContract: found.type === 'Contract',
        balance: found.balance,
        lastUsed: found.latest_opration_time,
      }
    },
    /** Bandwidth and energy that cost an account nothing. Bandwidth of both kinds is not added up: one has to suffice. */
    resources: async (address: string) => {
      const found = await post('/wallet/getaccountresource', { address }, Resources)
      return {
        freeBandwidth: found.freeNetLimit - found.freeNetUsed,
        stakedBandwidth: found.NetLimit - found.NetUsed,
        energy: found.EnergyLimit - found.EnergyUsed,
      }
    },
    /** The chain's prices in sun: a byte, a unit of energy, and an account that a transfer of coins makes. */
    prices: async () => {
      const { chainParameter } = await post('/wallet/getchainparameters', {}, Parameters)
      const read = (key: string): bigint => {
        const value = chainParameter.find((each) => each.key === key)?.value
        if (value === undefined) throw new NodeError(`the node does not say ${key}`)
        return value
      }
      return {
        byte: read('getTransactionFee'),
        energy: read('getEnergyFee'),
        newAccount: read('getCreateAccountFee') + read('getCreateNewAccountFeeInSystemContract'),
      }
    },
  }
}

const headerOf = ({ blockID, block_header: { raw_data } }: z.output<typeof Header>): BlockHeader => ({
  height: raw_data.number,
  hash: blockID,
  parentHash: raw_data.parentHash,
  timestamp: raw_data.timestamp,
})

function transactionOf({ txID, ret, raw_data }: z.output<typeof FullBlock>['transactions'][number]) {
  const [contract] = raw_data.contract
  const isPayment = contract?.type === 'TransferContract' && ret.every(({ contractRet }) => contractRet === 'SUCCESS')
  const paid = isPayment ? Transfer.safeParse(contract.parameter.value).data : undefined
  return { txid: txID, paid: paid && { from: paid.owner_address, to: paid.to_address, amount: paid.amount } }
}

const infoOf = ({ id, blockNumber, fee, result, receipt, log }: z.output<typeof Info>): TronInfo => ({
  txid: id,
  height: blockNumber,
  fee,
  succeeded: result !== 'FAILED' && (receipt.result ?? 'SUCCESS') === 'SUCCESS',
  log,
})

const IS_HEX = /^([0-9a-f]{2})+$/

/** Some calls write their sentences as hex. */
export const wordsOf = (message: string): string =>
  IS_HEX.test(message) ? Buffer.from(message, 'hex').toString('utf8') : message
