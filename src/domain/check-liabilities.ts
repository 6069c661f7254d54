import {
  addSums,
  asciiBytes,
  bytesOfHex,
  type CoinLiability,
  HEIGHT_MAX,
  hexOf,
  holderBytes,
  type LiabilityProof,
  leafBytes,
  nodeBytes,
  type ProvenCoin,
  type ProvenLeaf,
  readSum,
  type SignedStatement,
  type SumNode,
  statementText,
} from './liabilities.ts'

/** The functions that a browser and Node have of their own. */
export interface Cryptography {
  sha256(bytes: Uint8Array): Promise<Uint8Array>
  /** Ed25519; `undefined` where the browser does not know it. */
  verify(signed: { publicKey: Uint8Array; signature: Uint8Array; message: Uint8Array }): Promise<boolean | undefined>
}

/** In the order in which they are looked for. */
export const PROOF_FAULTS = [
  /** The file's statement is not the published one. */
  'STATEMENT_DIFFERS',
  'STATEMENT_MALFORMED',
  'SIGNATURE_INVALID',
  /** A coin stands twice in the file, or is not in the statement. */
  'COIN_UNKNOWN',
  'LEAF_MALFORMED',
  /** Two leaves have one place, or the customer's leaves are not numbered one after the other. */
  'LEAF_REPEATED',
  'PATH_LENGTH_WRONG',
  'SUM_TOO_GREAT',
  'ROOT_DIFFERS',
  'TOTAL_DIFFERS',
  /** The leaves are less or more than the balance that the file names. */
  'BALANCE_DIFFERS',
] as const
export type ProofFault = (typeof PROOF_FAULTS)[number]

export interface CheckedCoin {
  readonly coin: string
  readonly decimals: number
  /** In base units: what the customer's leaves add up to. */
  readonly proven: bigint
  readonly leaves: number
}

export type CheckedProof =
  | { readonly kind: 'faulty'; readonly fault: ProofFault; readonly coin?: string }
  | {
      readonly kind: 'proven'
      /** Of the statement: everybody must see the same. */
      readonly fingerprint: string
      /** False where the browser does not know Ed25519: all else is checked. */
      readonly isSignatureChecked: boolean
      readonly coins: readonly CheckedCoin[]
    }

const faulty = (fault: ProofFault, coin?: string) =>
  ({ kind: 'faulty', fault, ...(coin !== undefined && { coin }) }) as const

/**
 * Checks a customer's file by itself and, where it is given, against the statement that was fetched from elsewhere. The balance of each coin
 * remains to be compared with what the customer had at that time: nobody else knows it.
 */
export async function checkProof(
  { statement, holder, nonce, coins }: LiabilityProof,
  cryptography: Cryptography,
  published?: SignedStatement,
): Promise<CheckedProof> {
  if (published && !isSame(statement, published)) return faulty('STATEMENT_DIFFERS')
  const signed = await checkStatement(statement, cryptography)
  if (signed === undefined) return faulty('STATEMENT_MALFORMED')
  if (signed.isValid === false) return faulty('SIGNATURE_INVALID')
  const nonceBytes = bytesOfHex(nonce)
  if (!nonceBytes || !isName(holder)) return faulty('LEAF_MALFORMED')
  const holderHash = await cryptography.sha256(holderBytes({ holder, nonce: nonceBytes }))
  const person = { statement: statement.number, nonce: nonceBytes, holderHash }
  const checked: CheckedCoin[] = []
  for (const proven of coins) {
    const liability = statement.coins.find(({ coin }) => coin === proven.coin)
    if (!liability || checked.some(({ coin }) => coin === proven.coin)) return faulty('COIN_UNKNOWN', proven.coin)
    const sum = await checkCoin(proven, { liability, person, cryptography })
    if (typeof sum !== 'bigint') return faulty(sum, proven.coin)
    checked.push({ coin: proven.coin, decimals: liability.decimals, proven: sum, leaves: proven.leaves.length })
  }
  const { fingerprint, isValid } = signed
  return { kind: 'proven', fingerprint, isSignatureChecked: isValid === true, coins: checked }
}

const isSame = (one: SignedStatement, other: SignedStatement) =>
  statementText(one) === statementText(other) && one.publicKey === other.publicKey && one.signature === other.signature

/** Names are written with their length in one byte. */
const isName = (text: string) => /^[\u0021-\u007e]{1,100}$/.test(text)
const isCount = (count: number) => Number.isInteger(count) && count >= 0 && count < 2 ** HEIGHT_MAX
const isHash = (text: string) => bytesOfHex(text) !== undefined

/** `undefined` for a statement that cannot be one. */
async function checkStatement(statement: SignedStatement, cryptography: Cryptography) {
  const { number, commit, at, previous, coins } = statement
  const [publicKey, signature] = [bytesOfHex(statement.publicKey), bytesOfHex(statement.signature, 64)]
  const names = coins.map(({ coin }) => coin)
  const isSound =
    [number, commit].every((text) => /^\d{1,18}$/.test(text)) &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at) &&
    (previous === null || isHash(previous)) &&
    new Set(names).size === names.length &&
    coins.every(isCoinSound)
  if (!isSound || !publicKey || !signature) return undefined
  const message = asciiBytes(statementText(statement))
  const isValid = await cryptography.verify({ publicKey, signature, message })
  return { isValid, fingerprint: hexOf(await cryptography.sha256(message)) }
}

const isCoinSound = ({ coin, decimals, leaves, height, total, root }: CoinLiability) =>
  isName(coin) &&
  isCount(decimals) &&
  isCount(leaves) &&
  isCount(height) &&
  height <= HEIGHT_MAX &&
  leaves <= 2 ** height &&
  readSum(total) !== undefined &&
  isHash(root)

interface Person {
  readonly statement: string
  readonly nonce: Uint8Array
  readonly holderHash: Uint8Array
}

interface Checking {
  readonly liability: CoinLiability
  readonly person: Person
  readonly cryptography: Cryptography
}

/** The sum of the customer's leaves, or the first fault. */
async function checkCoin({ coin, balance, leaves }: ProvenCoin, checking: Checking): Promise<bigint | ProofFault> {
  const places = new Set(leaves.map(({ position }) => position))
  if (places.size < leaves.length || leaves.some(({ number }, index) => number !== index)) return 'LEAF_REPEATED'
  let sum = 0n
  for (const leaf of leaves) {
    const amount = await checkLeaf(coin, leaf, checking)
    if (typeof amount !== 'bigint') return amount
    sum += amount
  }
  return readSum(balance) === sum ? sum : 'BALANCE_DIFFERS'
}

interface Place {
  readonly sum: bigint
  readonly hash: Uint8Array
}

/** Walks from a leaf to the root. @returns the leaf's amount, or the first fault */
async function checkLeaf(
  coin: string,
  { number, position, amount: text, siblings }: ProvenLeaf,
  { liability: { height, leaves, total, root }, person, cryptography }: Checking,
): Promise<bigint | ProofFault> {
  const amount = readSum(text)
  if (amount === undefined || !isCount(position) || position >= leaves) return 'LEAF_MALFORMED'
  if (siblings.length !== height) return 'PATH_LENGTH_WRONG'
  let node: Place = { sum: amount, hash: await cryptography.sha256(leafBytes({ ...person, coin, number, amount })) }
  let place = position
  for (const each of siblings) {
    const sibling = readNode(each)
    if (!sibling) return 'LEAF_MALFORMED'
    const sum = addSums(node.sum, sibling.sum)
    if (sum === undefined) return 'SUM_TOO_GREAT'
    const [first, second] = place % 2 === 0 ? [node, sibling] : [sibling, node]
    node = { sum, hash: await cryptography.sha256(nodeBytes(first, second)) }
    place = Math.floor(place / 2)
  }
  if (hexOf(node.hash) !== root) return 'ROOT_DIFFERS'
  return readSum(total) === node.sum ? amount : 'TOTAL_DIFFERS'
}

function readNode({ hash: text, sum: digits }: SumNode): Place | undefined {
  const [hash, sum] = [bytesOfHex(text), readSum(digits)]
  return hash && sum !== undefined ? { hash, sum } : undefined
}
