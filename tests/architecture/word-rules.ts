import { at, eachFile, type Rule } from './rule.ts'
import { visit } from './source-file.ts'

/** Words that no name may use any more, with the plain ones of the trade instead. */
const RETIRED_WORDS: readonly (readonly [words: string, better: string])[] = [
  ['complain complains complaint complaints', 'validate…, …Error, problem'],
  ['objection objections', 'precondition'],
  ['judge judged judgement judgements', 'check, result'],
  ['furnish furnished', 'seed'],
  ['belief beliefs believe believes', 'cached…'],
  ['wish wishes', 'New…, requested…'],
  ['shelf shelves', '…Cache'],
  ['audience audiences', 'CommitFeed, subscribers'],
  ['tell tells told', 'publish, report'],
  ['hear hears heard', 'onCommit, receive'],
  ['thin thicken', 'reduceVolume, addVolume'],
  ['house', 'exchange, operator, systemAccount, quickTrade'],
]

/** Names that are retired as a whole, although their words have other uses. */
const RETIRED_NAMES: readonly (readonly [names: string, better: string])[] = [
  ['Flight News Sums Slots Stops Expiries', 'what it holds: InFlightBatch, Balances, StopOrders, ExpiryQueue'],
  ['MarketMemory MarketDataRoom SessionWish', 'MarketReadModel, NewSession'],
  ['carryOut seeTo comeTo land', 'execute, ensure, cost, onCommitted'],
]

const byEach = (table: typeof RETIRED_WORDS) =>
  new Map(table.flatMap(([words, better]) => words.split(' ').map((word) => [word, better] as const)))
const BETTER_WORD = byEach(RETIRED_WORDS)
const BETTER_NAME = byEach(RETIRED_NAMES)

/** Names that others define: codes and columns of the wire and the database, and icons. */
const FOREIGN = new Set(['HOUSE_LIMIT_REACHED', 'House'])

function betterThan(name: string): string | undefined {
  if (FOREIGN.has(name)) return undefined
  const words = name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
  return BETTER_NAME.get(name) ?? words.map((word) => BETTER_WORD.get(word.toLowerCase())).find(Boolean)
}

/** Pronouns that a comment uses instead of its subject. */
const PRONOUN = /\b(?:he|him|his|himself|whoever|whomever|the house)\b/gi

/** Comments that begin with a clause and end with their subject, if they have one. */
const CLAUSE_FIRST = /(?<=\/\/ |\/\*\*?\s+(?:\* )?)(?:What|Where)\b/g

export const WORD_RULES: Rule[] = [
  {
    name: 'names have the words of the trade, one for each thing',
    covers: /./,
    check: eachFile((file, find) => {
      const inPath = file.path
        .split(/[/.-]/)
        .map((word) => BETTER_WORD.get(word))
        .find(Boolean)
      if (inPath) find(0, `is called by a retired word; better: ${inPath}`)
      const seen = new Set<string>()
      const check = ({ name, start }: { name: string; start: number }) => {
        const better = seen.has(name) ? undefined : betterThan(name)
        seen.add(name)
        if (better) find(start, `has a name of retired words, ${name}; better: ${better}`)
      }
      visit(file, { Identifier: check, PrivateIdentifier: check })
    }),
    wrong: [
      ...at(
        'src/server/wallets/a.ts',
        'function complainOrder() {}',
        'type AmountComplaint = string',
        'const HEARD_MS = 5',
        'class A { #told = 1 }',
        'interface CandleShelf {}',
        'const { houseSpread } = settings',
        'type Slots = string[]',
        'feed.tell()',
        'carryOut(order)',
      ),
      ...at('src/server/compose/house.ts', 'const a = 1'),
    ],
    right: at(
      'src/server/wallets/a.ts',
      "const HOUSE_LIMIT_REACHED = 'told'",
      '// furnished',
      'const timeSlots = shoulder.thing',
      'const housekeeping = 1',
    ),
  },
  {
    name: 'comments name their subject',
    covers: /./,
    check: eachFile(({ comments }, find) => {
      for (const { index, 0: pronoun } of comments.matchAll(PRONOUN)) find(index, `a comment says "${pronoun}"`)
      for (const { index, 0: clause } of comments.matchAll(CLAUSE_FIRST))
        find(index, `a comment begins with "${clause}"; better: its subject first`)
    }),
    wrong: at(
      'src/domain/a.ts',
      '// The sum that he pays.',
      '/** Whoever asks\n * gets his answer. */',
      '// What the user pays.',
      '/** Where the code goes. */',
      '/**\n * What a batch wrote. */',
    ),
    right: at('src/domain/a.ts', '// The sum that the user pays: what the order costs.', "const his = 'What he'"),
  },
]
