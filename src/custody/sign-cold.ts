// `npm run custody:sign -- SEED_FILE [--sign]`: signs a draft of cold storage on a machine without a network. The first line of stdin is the
// passphrase of the seed file, the others are the draft. It shows what the unsigned transaction itself says; with `--sign` it prints the signed
// transaction, which custody's `submit` or any node takes.
import { readFileSync } from 'node:fs'
import { Transaction } from 'ethers/transaction'
import { dataSlice, getBigInt } from 'ethers/utils'
import { z } from 'zod'
import { ColdDraft } from '#contract/custody.ts'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { openAccount } from './account.ts'
import { addressCodec } from './chains/bitcoin/address-codec.ts'
import { BITCOIN_DECIMALS, parametersOf } from './chains/bitcoin/bitcoin-parameters.ts'
import { readUnsigned, signBitcoin } from './chains/bitcoin/sign-bitcoin.ts'
import { EVM_PATH, signEvm } from './chains/evm/evm-chain.ts'
import { openStellarAccount } from './chains/stellar/stellar-account.ts'
import { readPaymentIn, STELLAR_DECIMALS, signStellar } from './chains/stellar/stellar-transaction.ts'
import { toBase58 } from './chains/tron/tron-addresses.ts'
import { signTron, TRON_PATH } from './chains/tron/tron-chain.ts'
import { bytesOf, decodeRaw, decodeTransfer } from './chains/tron/tron-codec.ts'
import { readTransaction } from './chains/xrp/plan-xrp.ts'
import { signXrp, XRP_DECIMALS, XRP_PATH } from './chains/xrp/xrp-chain.ts'
import { openSeedFile } from './seed-file.ts'

type Draft = z.output<typeof ColdDraft>

const BitcoinChain = z.enum(['main', 'regtest'])
const WEI_DECIMALS = 18
const SUN_DECIMALS = 6
/** transfer(address,uint256), with both arguments. */
const TRANSFER = /^0xa9059cbb0{24}[0-9a-f]{104}$/

try {
  const [file, option] = process.argv.slice(2)
  if (file === undefined) throw new Error('name the seed file: npm run custody:sign -- SEED_FILE [--sign]')
  const [passphrase = '', ...lines] = readFileSync(0, 'utf8').split(/\r?\n/)
  const draft = readDraft(lines.join('\n'))
  process.stderr.write(`${describe(draft).join('\n')}\n`)
  if (option === '--sign') process.stdout.write(`${signDraft(draft, openSeedFile(file, passphrase))}\n`)
} catch (error) {
  process.stderr.write(`custody: ${error instanceof Error ? error.message : 'the draft could not be signed'}\n`)
  process.exit(1)
}

function readDraft(text: string): Draft {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error('the lines after the passphrase are not a draft')
  }
  const draft = ColdDraft.safeParse(json)
  if (!draft.success) throw new Error('the lines after the passphrase are not a draft')
  return draft.data
}

/** Sentences for the signer to compare with the payment that was decided. */
function describe({ network, chain, unsigned }: Draft): string[] {
  if (network === 'TRC20') return [`${network}, chain ${chain}`, ...describeTron(unsigned)]
  if (network === 'XLM') return [`${network}, chain ${chain}`, ...describeStellar(unsigned, chain)]
  if (network === 'XRP') return [`${network}, chain ${chain}`, ...describeXrp(unsigned)]
  const bitcoinChain = BitcoinChain.safeParse(chain)
  if (!bitcoinChain.success) return [`${network}, chain ${chain}`, ...describeEvm(Transaction.from(unsigned), chain)]
  const parameters = parametersOf(network, bitcoinChain.data)
  const codec = addressCodec(parameters)
  const tx = readUnsigned(unsigned, parameters)
  const outputs = Array.from({ length: tx.outputsLength }, (_, at) => {
    const { script = new Uint8Array(), amount = 0n } = tx.getOutput(at)
    return `${formatDecimal(amount, BITCOIN_DECIMALS)} to ${codec.write(script)}`
  })
  return [`${network}, chain ${chain}`, ...outputs, `fee ${formatDecimal(tx.fee, BITCOIN_DECIMALS)}`]
}

function describeEvm(tx: Transaction, chain: string): string[] {
  if (tx.chainId.toString() !== chain) throw new Error(`the transaction is for chain ${tx.chainId}`)
  const fee = tx.gasLimit * (tx.maxFeePerGas ?? tx.gasPrice ?? 0n)
  const last = `nonce ${tx.nonce}, fee at most ${formatDecimal(fee, WEI_DECIMALS)}`
  if (tx.data === '0x') return [`${formatDecimal(tx.value, WEI_DECIMALS)} to ${tx.to}`, last]
  if (!TRANSFER.test(tx.data) || tx.value !== 0n) throw new Error('the transaction is no transfer')
  const to = dataSlice(tx.data, 16, 36)
  return [`${getBigInt(dataSlice(tx.data, 36))} base units of the token ${tx.to} to ${to}`, last]
}

function describeTron(unsigned: string): string[] {
  const { body, feeLimit, expiration } = decodeRaw(bytesOf(unsigned))
  const until = new Date(expiration).toISOString()
  const last = `to be sent before ${until}, energy at most ${formatDecimal(feeLimit, SUN_DECIMALS)}`
  if (body.kind === 'transfer') return [`${formatDecimal(body.amount, SUN_DECIMALS)} to ${toBase58(body.to)}`, last]
  const transfer = decodeTransfer(body.data)
  if (!transfer) throw new Error('the transaction is no transfer')
  const { amount, to } = transfer
  return [`${amount} base units of the token ${toBase58(body.contract)} to ${toBase58(to)}`, last]
}

function describeXrp(unsigned: string): string[] {
  const { Amount, Destination, DestinationTag: tag, Fee, LastLedgerSequence: last } = readTransaction(unsigned)
  const figure = (drops: string) => formatDecimal(parseDecimal(drops, 0) ?? 0n, XRP_DECIMALS)
  const to = `${Destination}${tag === undefined ? '' : `, tag ${tag}`}`
  return [`${figure(Amount)} to ${to}`, `to be sent before ledger ${last}, fee ${figure(Fee)}`]
}

function describeStellar(unsigned: string, chain: string): string[] {
  const { to, tag, amount, fee, expiration } = readPaymentIn(unsigned, chain)
  const figure = (stroops: bigint) => formatDecimal(stroops, STELLAR_DECIMALS)
  const until = new Date(expiration).toISOString()
  const memo = tag === undefined ? '' : `, memo ${tag}`
  return [`${figure(amount)} to ${to}${memo}`, `to be sent before ${until}, fee at most ${figure(fee)}`]
}

function signDraft({ network, chain, unsigned, keys }: Draft, seed: Uint8Array): string {
  if (network === 'TRC20') return signTron({ unsigned, keys }, openAccount(seed, TRON_PATH)).raw
  if (network === 'XLM') return signStellar(unsigned, { account: openStellarAccount(seed), passphrase: chain }).raw
  if (network === 'XRP') return signXrp({ unsigned, keys }, openAccount(seed, XRP_PATH)).raw
  const bitcoinChain = BitcoinChain.safeParse(chain)
  if (!bitcoinChain.success) return signEvm({ unsigned, keys }, openAccount(seed, EVM_PATH)).raw
  const parameters = parametersOf(network, bitcoinChain.data)
  return signBitcoin({ unsigned, keys }, { parameters, account: openAccount(seed, parameters.path) }).raw
}
