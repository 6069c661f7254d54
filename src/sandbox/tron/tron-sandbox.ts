import type { IncomingMessage, RequestListener } from 'node:http'
import { z } from 'zod'
import { toCount } from '#domain/counts.ts'
import { parseDecimal } from '#domain/decimal.ts'
import type { SandboxBlock, SandboxTransaction, SandboxTronChain } from './tron-chain.ts'
import { FREE_BANDWIDTH, Invalid, onWire, PRICES } from './tron-state.ts'
import { addressHex, CONTRACT_NAMES, TRANSFER_CONTRACT, type WireTransaction } from './tron-wire.ts'

interface Settings {
  /** The key that each call has to bring, as TronGrid's; absent: none, as a node of one's own. */
  readonly key?: string
}

type Answer = (chain: SandboxTronChain, body: unknown) => unknown

/**
 * The side of a TRON full node, with the calls for final blocks under /walletsolidity. As a node does, it answers 200 with `{}` for what does
 * not exist, with `{Error}` for what it cannot read, and leaves out what is 0.
 */
export function tronSandbox(chain: SandboxTronChain, { key }: Settings = {}): RequestListener {
  return async (request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (key !== undefined && request.headers['tron-pro-api-key'] !== key)
      return send(401, { Error: 'ApiKey not exists' })
    const answer = ANSWERS[request.url ?? '']
    if (!answer) return send(404, { Error: 'not found' })
    try {
      return send(200, answer(chain, JSON.parse(await textOf(request))))
    } catch (error) {
      const message = error instanceof Error ? error.message : 'unknown'
      return send(200, { Error: `class org.tron.core.services.http.JsonFormat$ParseException : ${message}` })
    }
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

const Value = z.object({ value: z.string().regex(/^[0-9a-fA-F]{64}$/, 'INVALID hex String') })
const Address = z.object({ address: z.string(), visible: z.boolean().default(false) })
const BlockRequest = z.object({ id_or_num: z.string().optional(), detail: z.boolean().default(false) })
const Call = z.object({
  owner_address: z.string(),
  contract_address: z.string(),
  function_selector: z.enum(['balanceOf(address)', 'transfer(address,uint256)']),
  parameter: z.string().regex(/^[0-9a-fA-F]*$/),
})
const SELECTORS = { 'balanceOf(address)': '70a08231', 'transfer(address,uint256)': 'a9059cbb' }

const ANSWERS: Readonly<Record<string, Answer>> = {
  '/wallet/getblock': (chain, body) => readBlock(chain, { body, newest: chain.head }),
  '/walletsolidity/getblock': (chain, body) => readBlock(chain, { body, newest: chain.solid }),
  '/wallet/getnowblock': ({ head }) => blockOnWire(head, true),
  '/walletsolidity/getnowblock': ({ solid }) => blockOnWire(solid, true),
  '/wallet/getblockbynum': (chain, body) => {
    const block = chain.blockAt(z.object({ num: z.int() }).parse(body).num)
    return block ? blockOnWire(block, true) : {}
  },
  '/wallet/gettransactioninfobyblocknum': (chain, body) => {
    const { num } = z.object({ num: z.int() }).parse(body)
    if (num <= 0) return {}
    const block = chain.blockAt(num)
    return block ? block.transactions.map((each) => infoOnWire(each, block)) : []
  },
  '/wallet/gettransactioninfobyid': (chain, body) => {
    const found = chain.find(Value.parse(body).value.toLowerCase())
    return found ? infoOnWire(found.transaction, found.block) : {}
  },
  '/wallet/gettransactionbyid': (chain, body) => {
    const found = chain.find(Value.parse(body).value.toLowerCase())
    return found ? transactionOnWire(found.transaction.wire, found.transaction.outcome.contractRet) : {}
  },
  '/wallet/gettransactionfrompending': (chain, body) => {
    const { value } = Value.parse(body)
    const waiting = chain.pool.find(({ txid }) => txid === value.toLowerCase())
    return waiting ? transactionOnWire(waiting) : {}
  },
  '/wallet/getaccount': (chain, body) => {
    const address = readAddress(body)
    const { state } = chain.head
    if (state.isContract(address)) return { address, type: 'Contract' }
    const account = state.account(address)
    return account ? { address, ...present({ balance: account.balance, latest_opration_time: account.lastUsed }) } : {}
  },
  '/wallet/getaccountresource': ({ head }, body) => {
    const address = readAddress(body)
    const account = head.state.account(address)
    if (!account) return {}
    const freeNetUsed = head.state.freeUsed(address, head.timestamp)
    return { ...present({ freeNetUsed, EnergyLimit: account.energy }), freeNetLimit: FREE_BANDWIDTH }
  },
  '/wallet/getchainparameters': () => ({
    chainParameter: [
      { key: 'getMaintenanceTimeInterval', value: 21_600_000 },
      { key: 'getCreateAccountFee', value: onWire(PRICES.accountBandwidth) },
      { key: 'getTransactionFee', value: onWire(PRICES.byte) },
      { key: 'getCreateNewAccountFeeInSystemContract', value: onWire(PRICES.newAccount) },
      { key: 'getRemoveThePowerOfTheGr', value: -1 },
      { key: 'getEnergyFee', value: onWire(PRICES.energy) },
      { key: 'getAllowMultiSign' },
    ],
  }),
  '/wallet/triggerconstantcontract': tryCall,
  '/wallet/broadcasthex': (chain, body) => broadcast(chain, z.object({ transaction: z.string() }).parse(body)),
}

function readBlock(chain: SandboxTronChain, { body, newest }: { body: unknown; newest: SandboxBlock }): unknown {
  const { id_or_num: name, detail } = BlockRequest.parse(body)
  const height = name === undefined ? undefined : parseDecimal(name, 0)
  if (name !== undefined && height === undefined) throw new Error('INVALID block')
  const block = height === undefined ? newest : chain.blockAt(toCount(height))
  return block && block.height <= newest.height ? blockOnWire(block, detail) : {}
}

function readAddress(body: unknown): string {
  const { address, visible } = Address.parse(body)
  if (visible) return addressHex(address)
  if (!/^[0-9a-fA-F]*$/.test(address)) throw new Error('1: INVALID hex String')
  return address.toLowerCase()
}

function tryCall(chain: SandboxTronChain, body: unknown): unknown {
  const { owner_address: owner, contract_address: contract, function_selector: selector, parameter } = Call.parse(body)
  const data = `${SELECTORS[selector]}${parameter}`
  const found = chain.head.state.tryCall({ owner, contract, data })
  if (!found) return { result: { code: 'CONTRACT_VALIDATE_ERROR', message: inHex('Smart contract is not exist.') } }
  const { returned, energy, isReverted } = found
  return {
    result: { result: true, ...(isReverted && { message: inHex('REVERT opcode executed') }) },
    energy_used: onWire(energy),
    constant_result: [returned],
    transaction: { ret: [isReverted ? { ret: 'FAILED' } : {}] },
  }
}

function broadcast(chain: SandboxTronChain, { transaction }: { transaction: string }): unknown {
  if (!/^([0-9a-fA-F]{2})*$/.test(transaction)) throw new Error('exception decoding Hex string')
  try {
    const wire = chain.broadcast(transaction)
    return { result: true, code: 'SUCCESS', message: '', transaction: '{}', txid: wire.txid }
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    return { result: false, code: error.code, message: error.message, transaction: '{}' }
  }
}

const inHex = (text: string): string => Buffer.from(text, 'utf8').toString('hex')

/** The fields that are not 0. */
const present = (fields: Readonly<Record<string, bigint | number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const count = typeof value === 'bigint' ? onWire(value) : value
      return count === 0 ? [] : [[name, count]]
    }),
  )

const blockOnWire = ({ id, height, parentId, timestamp, transactions }: SandboxBlock, detail: boolean) => ({
  blockID: id,
  block_header: { raw_data: { ...present({ number: height, timestamp }), parentHash: parentId, version: 34 } },
  ...(detail &&
    transactions.length > 0 && {
      transactions: transactions.map(({ wire, outcome }) => transactionOnWire(wire, outcome.contractRet)),
    }),
})

const transactionOnWire = (wire: WireTransaction, contractRet?: string) => ({
  ...(contractRet !== undefined && { ret: [{ contractRet }] }),
  signature: wire.signatures,
  txID: wire.txid,
  raw_data: {
    contract: [
      {
        parameter: {
          value: {
            owner_address: wire.owner,
            ...(wire.type === TRANSFER_CONTRACT
              ? { to_address: wire.target, amount: onWire(wire.value) }
              : { contract_address: wire.target, data: wire.data }),
          },
          type_url: wire.typeUrl,
        },
        type: CONTRACT_NAMES.get(wire.type),
      },
    ],
    ref_block_bytes: wire.refBlockBytes,
    ref_block_hash: wire.refBlockHash,
    ...present({ expiration: wire.expiration, fee_limit: wire.feeLimit, timestamp: wire.timestamp }),
  },
  raw_data_hex: wire.rawHex,
})

function infoOnWire({ wire, outcome }: SandboxTransaction, { height, timestamp }: SandboxBlock) {
  const { fee, contractRet, energyUsed, energyFee, netFee, netUsage, log } = outcome
  const isCall = wire.type !== TRANSFER_CONTRACT
  return {
    id: wire.txid,
    ...present({ fee, blockNumber: height, blockTimeStamp: timestamp }),
    contractResult: [''],
    ...(isCall && { contract_address: wire.target }),
    receipt: {
      ...present({ energy_fee: energyFee, energy_usage_total: energyUsed, net_fee: netFee, net_usage: netUsage }),
      ...(isCall && { result: contractRet }),
    },
    ...(log.length > 0 && { log }),
    ...(contractRet !== 'SUCCESS' && { result: 'FAILED', resMessage: inHex(`${contractRet} opcode executed`) }),
  }
}
