// Checks a customer's proof of liabilities of the Kimia exchange: node check-liabilities.mjs FILE [STATEMENT]
// FILE is your own proof, STATEMENT the one from the public page. This needs Node 20 or later and nothing of Kimia's.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const read = (path) => JSON.parse(readFileSync(path, 'utf8'))
const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()
const need = (isTrue, sentence) => {
  if (!isTrue) throw new Error(sentence)
}
// An amount is digits alone, so it cannot be negative, and below 2^128, so a sum cannot begin again at zero.
const amountOf = (text) => {
  need(typeof text === 'string' && /^(0|[1-9]\d{0,38})$/.test(text), `${text} is no amount`)
  need(BigInt(text) < 2n ** 128n, `${text} is too great`)
  return BigInt(text)
}
const hexOf = (text, length, name) => {
  need(typeof text === 'string' && text.length === 2 * length && /^[0-9a-f]*$/.test(text), `the ${name} is malformed`)
  return Buffer.from(text, 'hex')
}
const countOf = (value, name) => {
  need(Number.isInteger(value) && value >= 0 && value < 2 ** 32, `the ${name} is malformed`)
  return value
}
const named = (text, name) => {
  need(typeof text === 'string' && /^[\x21-\x7e]{1,100}$/.test(text), `the ${name} is malformed`)
  return Buffer.from(String.fromCharCode(text.length) + text, 'latin1')
}
const sumBytes = (sum) => Buffer.from(sum.toString(16).padStart(32, '0'), 'hex')
const fourBytes = (count) => Buffer.from(count.toString(16).padStart(8, '0'), 'hex')

// The signed text has one line for each coin. Its SHA-256 is the fingerprint, which must be the same for everybody.
const textOf = ({ format, number, commit, at, previous, coins }) =>
  [
    ...[format, `number ${number}`, `commit ${commit}`, `at ${at}`, `previous ${previous ?? 'none'}`],
    ...coins.map(
      ({ coin, decimals, leaves, height, total, root }) =>
        `coin ${coin} decimals ${decimals} leaves ${leaves} height ${height} total ${total} root ${root}`,
    ),
    '',
  ].join('\n')

function checkStatement(statement) {
  const { format, number, commit, at, previous, coins, publicKey, signature } = statement
  need(format === 'kimia-liabilities-1', 'the statement has another format')
  need(
    [number, commit].every((text) => typeof text === 'string' && /^\d{1,18}$/.test(text)),
    'a number is malformed',
  )
  need(typeof at === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at), 'the time is malformed')
  if (previous !== null) hexOf(previous, 32, 'fingerprint of the statement before')
  need(new Set(coins.map(({ coin }) => coin)).size === coins.length, 'a coin stands twice in the statement')
  for (const { coin, decimals, leaves, height, total, root } of coins) {
    named(coin, 'name of a coin')
    countOf(decimals, 'decimals')
    need(countOf(height, 'height') <= 32 && countOf(leaves, 'number of leaves') <= 2 ** height, 'the tree is malformed')
    amountOf(total)
    hexOf(root, 32, 'root')
  }
  const x = hexOf(publicKey, 32, 'public key').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const isSigned = verify(null, Buffer.from(textOf(statement)), key, hexOf(signature, 64, 'signature'))
  need(isSigned, 'the signature of the statement is not valid')
}

/** @returns the proven sum of each coin in base units; throws an Error where anything does not fit */
export function checkLiabilities(file, published) {
  const { format, statement, holder, nonce, coins } = file
  need(format === 'kimia-liabilities-proof-1', 'the file has another format')
  checkStatement(statement)
  const same = ({ publicKey, signature, ...rest }) => `${textOf(rest)}${publicKey}${signature}`
  need(!published || same(published) === same(statement), 'the published statement is another one')
  const secret = hexOf(nonce, 32, 'nonce')
  // The first byte says what is hashed: 0 a leaf, 1 a node, 2 a customer.
  const holderHash = sha256(Buffer.of(2), secret, named(holder, 'mobile number'))
  need(new Set(coins.map(({ coin }) => coin)).size === coins.length, 'a coin stands twice in the file')
  return coins.map(({ coin, balance, leaves }) => {
    const stated = statement.coins.find((each) => each.coin === coin)
    need(stated, `${coin} is not in the statement`)
    need(new Set(leaves.map(({ position }) => position)).size === leaves.length, `${coin}: a leaf stands twice`)
    let sum = 0n
    leaves.forEach(({ number, position, amount, siblings }, index) => {
      need(number === index, `${coin}: the leaves are not numbered one after the other`)
      need(countOf(position, 'place') < stated.leaves, `${coin}: a leaf is outside of the tree`)
      need(siblings.length === stated.height, `${coin}: a path has another length than the tree`)
      let total = amountOf(amount)
      const bound = [Buffer.of(0), named(statement.number, 'number'), named(coin, 'coin'), fourBytes(number)]
      let hash = sha256(...bound, sumBytes(total), holderHash, secret)
      let place = position
      for (const sibling of siblings) {
        const own = [sumBytes(total), hash]
        const other = [sumBytes(amountOf(sibling.sum)), hexOf(sibling.hash, 32, 'hash of a sibling')]
        total = amountOf(String(total + amountOf(sibling.sum)))
        hash = sha256(Buffer.of(1), ...(place % 2 === 0 ? [...own, ...other] : [...other, ...own]))
        place = Math.floor(place / 2)
      }
      need(hash.toString('hex') === stated.root, `${coin}: leaf ${number} does not lead to the root`)
      need(total === amountOf(stated.total), `${coin}: the sums do not lead to the total`)
      sum += amountOf(amount)
    })
    need(sum === amountOf(balance), `${coin}: the leaves are not the balance`)
    return { coin, decimals: stated.decimals, proven: sum }
  })
}

const decimalText = (units, decimals) => {
  const digits = String(units).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

// The check runs under any name of the file, through a link and from the standard input, but not where another program imports it.
const [, started = '', path, publishedPath] = process.argv
const isSelf = () => existsSync(started) && realpathSync(started) === realpathSync(fileURLToPath(import.meta.url))
if (started === '-' || isSelf()) {
  try {
    need(path, 'name your file: node check-liabilities.mjs FILE [STATEMENT]')
    const file = read(path)
    const published = publishedPath && read(publishedPath)
    const proven = checkLiabilities(file, published?.baseDTO?.statement ?? published)
    const { statement, holder } = file
    console.log(`Statement ${statement.number} of commit ${statement.commit}, ${statement.at}, for ${holder}:`)
    for (const { coin, decimals, proven: units } of proven) {
      const { total } = statement.coins.find((each) => each.coin === coin)
      console.log(`  ${coin} ${decimalText(units, decimals)} of ${decimalText(total, decimals)}`)
    }
    console.log(
      'Each balance is part of the total after it. Compare the balances with what you had at that time, that the',
    )
    console.log(
      'number is your own mobile number, the totals with the public page, and these two with it and with others:',
    )
    console.log(`  fingerprint ${sha256(Buffer.from(textOf(statement))).toString('hex')}`)
    console.log(`  public key  ${statement.publicKey}`)
  } catch (error) {
    console.error(`Not proven: ${error instanceof Error ? error.message : error}.`)
    process.exitCode = 1
  }
}
