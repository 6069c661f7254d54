import { getLiabilities, type PublishedLiabilities } from '#contract/liabilities.ts'
import type { Coin } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { escapeHtml } from '#domain/html.ts'
import { readSum } from '#domain/liabilities.ts'
import type { Language } from '#domain/market-state.ts'
import { timeInTehran } from '#domain/tehran-day.ts'
import { type LivePart, number } from './live-parts.ts'
import { WORDS } from './public-words.ts'

/** The published statements, as far as the public page shows them. */
export interface LiabilityPart {
  readonly version: string
  readonly newest: PublishedLiabilities | undefined
  readonly listed: readonly object[]
}

interface Shown {
  readonly coins: ReadonlyMap<string, Pick<Coin, 'persianName' | 'englishName'>>
  readonly language: Language
}

/** The newest statement of liabilities, its totals, and the addresses beside them. */
export function liabilityTables(part: LiabilityPart, shown: Shown): LivePart {
  const { version, newest, listed } = part
  const html = newest ? statementHtml(newest, shown) : `<p>${WORDS[shown.language].liabilities.none}</p>`
  const reply = { baseDTO: newest ?? null, content: listed }
  return { key: version, html, answers: [{ path: getLiabilities.path, input: {}, reply }] }
}

const code = (text: string) => `<code dir="ltr">${escapeHtml(text)}</code>`

function statementHtml({ statement, fingerprint, reserves }: PublishedLiabilities, { coins, language }: Shown): string {
  const words = WORDS[language].liabilities
  const nameOf = (symbol: string) => {
    const coin = coins.get(symbol)
    return escapeHtml((language === 'fa' ? coin?.persianName : coin?.englishName) ?? symbol)
  }
  const facts = [
    [words.number, number(statement.number, language)],
    [words.at, `<time datetime="${statement.at}">${code(timeInTehran(new Date(statement.at), language))}</time>`],
    [words.commit, number(statement.commit, language)],
    [words.fingerprint, code(fingerprint)],
    [words.publicKey, code(statement.publicKey)],
    [words.signature, code(statement.signature)],
  ]
  const totals = statement.coins.map(({ coin, decimals, total, root }) => [
    `${nameOf(coin)}<br><small>${words.root}: ${code(root)}</small>`,
    number(formatDecimal(readSum(total) ?? 0n, decimals), language),
  ])
  const addresses = (reserves?.addresses ?? []).map(({ network, kind, address, coins: held, attestation }) => {
    const signed = attestation ? [attestation.scheme, attestation.message, attestation.signature].map(code) : []
    return [
      [
        `${code(network)} ${words.kinds[kind]}`,
        ...(address === null ? [] : [code(address)]),
        ...(signed.length === 0 ? [] : [`<small>${words.proof}: ${signed.join('<br>')}</small>`]),
      ].join('<br>'),
      held.map(({ coin, amount }) => `${number(amount, language)} ${nameOf(coin)}`).join('<br>'),
    ]
  })
  return [
    `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>`,
    `<h2>${words.totals}</h2>${table([words.asset, words.total], totals)}`,
    ...(addresses.length === 0 ? [] : [`<h2>${words.reserves}</h2>`, table([words.address, words.balance], addresses)]),
    `<p><a href="/api/liabilities/${statement.number}">${words.statement}</a> `,
    `<a href="/check-liabilities.mjs">${words.script}</a></p>`,
  ].join('')
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: 'th' | 'td', row: readonly string[]) => row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')
  return `<table><thead><tr>${cells('th', heads)}</tr></thead><tbody>${body}</tbody></table>`
}
