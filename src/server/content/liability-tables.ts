import type { Reply } from '#contract/endpoint.ts'
import { getLiabilities, type PublishedLiabilities } from '#contract/liabilities.ts'
import type { Coin } from '#domain/coin.ts'
import { escapeHtml } from '#domain/html.ts'
import { checkCommand, compareHeld, heldCoins, statementFile } from '#domain/liabilities.ts'
import type { Language } from '#domain/market-state.ts'
import { timeInTehran } from '#domain/tehran-day.ts'
import { type LivePart, number } from './live-parts.ts'
import { WORDS } from './public-words.ts'

/** The published statements, as far as the public page shows them. */
export interface LiabilityPart {
  readonly version: string
  readonly newest: PublishedLiabilities | undefined
  /** The newest first. */
  readonly listed: Reply<typeof getLiabilities>['content']
}

interface Shown {
  readonly coins: ReadonlyMap<string, Pick<Coin, 'persianName' | 'englishName'>>
  readonly language: Language
}

/** The newest statement of liabilities, its totals beside what is held, and the addresses. */
export function liabilityTables(part: LiabilityPart, shown: Shown): LivePart {
  const { version, newest, listed } = part
  const words = WORDS[shown.language].liabilities
  const html = [
    `<p>${words.lead}</p><p><a href="/profile/liabilities">${words.check}</a></p>`,
    ...(newest
      ? [totalsHtml(newest, shown), reservesHtml(newest, shown), factsHtml(newest, shown), earlierHtml(listed, shown)]
      : [`<p>${words.none}</p>`]),
  ].join('')
  const reply = { baseDTO: newest ?? null, content: listed }
  return { key: version, html, answers: [{ path: getLiabilities.path, input: {}, reply }] }
}

const code = (text: string) => `<code dir="ltr">${escapeHtml(text)}</code>`

const timeHtml = (at: string, language: Language) =>
  `<time datetime="${escapeHtml(at)}">${code(timeInTehran(new Date(at), language))}</time>`

const nameOf = (symbol: string, { coins, language }: Shown): string => {
  const coin = coins.get(symbol)
  return escapeHtml((language === 'fa' ? coin?.persianName : coin?.englishName) ?? symbol)
}

function totalsHtml({ statement, reserves }: PublishedLiabilities, shown: Shown): string {
  const { language } = shown
  const words = WORDS[language].liabilities
  const addresses = reserves?.addresses ?? []
  const withHeld = (row: readonly string[]) => row.slice(0, addresses.length > 0 ? 3 : 2)
  const rows = compareHeld(statement.coins, addresses).map(({ coin, owed, held }) =>
    withHeld([nameOf(coin, shown), number(owed, language), number(held, language)]),
  )
  const heads = withHeld([words.asset, words.owed, words.held])
  return `<h2>${words.totals}</h2><p>${words.note}</p>${table(heads, rows)}`
}

/** The addresses on which something stands. */
function reservesHtml({ reserves }: PublishedLiabilities, shown: Shown): string {
  const { language } = shown
  const words = WORDS[language].liabilities
  const filled = (reserves?.addresses ?? []).filter((address) => heldCoins(address).length > 0)
  const rows = filled.map((row) => {
    const { network, kind, address, attestation } = row
    const signed = attestation ? [attestation.scheme, attestation.message, attestation.signature].map(code) : []
    return [
      [
        `${code(network)} ${words.kinds[kind]}`,
        ...(address === null ? [] : [code(address)]),
        ...(signed.length === 0 ? [] : [`<small>${words.proof}: ${signed.join('<br>')}</small>`]),
      ].join('<br>'),
      heldCoins(row)
        .map(({ coin, amount }) => `${number(amount, language)} ${nameOf(coin, shown)}`)
        .join('<br>'),
    ]
  })
  const missing = reserves?.missing ? `<p>${words.missing} ${reserves.missing.map(code).join(', ')}</p>` : ''
  const filledHtml = rows.length === 0 ? '' : table([words.address, words.balance], rows)
  return `${missing}${filledHtml}` && `<h2>${words.reserves}</h2>${missing}${filledHtml}`
}

function factsHtml({ statement, fingerprint }: PublishedLiabilities, shown: Shown): string {
  const { language } = shown
  const words = WORDS[language].liabilities
  const facts = [
    [words.fingerprint, code(fingerprint)],
    [words.publicKey, code(statement.publicKey)],
    [words.signature, code(statement.signature)],
    ...statement.coins.map(({ coin, root }) => [`${words.root}: ${nameOf(coin, shown)}`, code(root)]),
    [words.commit, number(statement.commit, language)],
  ]
  const named = facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')
  return [
    `<h2>${words.number} ${number(statement.number, language)}</h2><p>${timeHtml(statement.at, language)}</p>`,
    `<p><a href="/api/liabilities/${statement.number}" download="${statementFile(statement.number)}">${words.statement}</a> `,
    `<a href="/check-liabilities.mjs" download>${words.script}</a></p>`,
    `<p>${words.run}</p><p dir="ltr">${code(checkCommand(statement.number))}</p>`,
    `<details><summary>${words.hashes}</summary><dl>${named}</dl></details>`,
  ].join('')
}

function earlierHtml([, ...earlier]: LiabilityPart['listed'], { language }: Shown): string {
  const words = WORDS[language].liabilities
  if (earlier.length === 0) return ''
  const rows = earlier.map((each) => [
    timeHtml(each.at, language),
    `<a href="/api/liabilities/${each.number}" download="${statementFile(each.number)}">${code(each.fingerprint)}</a>`,
  ])
  return `<details><summary>${words.earlier}</summary>${table([words.at, words.fingerprint], rows)}</details>`
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: 'th' | 'td', row: readonly string[]) => row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')
  return `<table><thead><tr>${cells('th', heads)}</tr></thead><tbody>${body}</tbody></table>`
}
