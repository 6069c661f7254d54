import type { Rule, Sample } from './rule.ts'
import type { SourceFile } from './source-file.ts'

/** A file below this length that one other file imports belongs into that file, unless it is of another room or loaded later. */
const CRUMB_LINES = 40

/** Bounds that fall with the product's size and never rise without a reason in their commit. Words and generated files do not count. */
const ROOMS = [
  // Of the server's lines, 160 are for amending an order (its rules, its call, its form on the wire), and 70 for trailing stops; 70 keep
  // favourite markets.
  // 2 files more: positions at their average buy price, and the profit of sales.
  // 5 files and 800 lines more: recurring buys, with their job, calls, table and notices.
  // 2 files and 300 lines more: OCO orders; one file reads the call, the other puts both legs into the engine.
  // 3 files and 250 lines more: files of own orders and trades, and their filters by days, which the console's reports share.
  // 100 lines more: one stream of several markets, and the day on which a market was listed.
  // 2 files and 100 lines more: files of own deposits and logins, and their filters.
  // 26 files and 3,000 lines more: Toman that leaves by bank: the gateway's adapter, the bank's file and statement, the daily batch and its room.
  // 10 files and 1,050 lines more: a second card gateway with its refunds, limits of deposits, and another's card paid back.
  // 1 file more: the rules of withdrawals that operators propose.
  // 12 files and 900 lines more: deposits over chains: custody's client, addresses, the scan of blocks, and what came in. Two of them are small.
  // 3 files and 430 lines more: the room of custody: its count beside the ledger, the switch of all sending, deposits that nobody owns.
  // 13 files and 1,100 lines more: coins that leave over chains, their fees and sweeps, and transfers between users.
  // 10 files and 700 lines more: saved addresses.
  // 2 files and 200 lines more: the writer's lease, and a database server that takes over from another.
  // 7 files and 750 lines more: roles: the exchange of a writer in another process, its two doors over HTTP, and which part runs where.
  // 12 files and 1,150 lines more: statements of liabilities, their trees and proofs, what stands beside them, and their public page.
  // 1 file and 200 lines more: what processes announce to each other, and the nonces that they share.
  // 2 files and 150 lines more: prices that one process asks for, and a process that waits for tables and ends for its balancer.
  // 1 file and 70 lines more: the wallets that the next writer keeps.
  // 1 file and 270 lines more: call limits of all processes, and fences at the signer.
  // 6 files and 600 lines more: sealed files in a bucket, its adapter, its claim and its copy.
  // 9 files and 770 lines more: a restore to a moment, the gate after a restore, anchors of the audit log, copies while the built-in database serves.
  // 5 files and 660 lines more: processes and runs of jobs that operators see, and a drain.
  // 2 files and 680 lines more: metrics by role, and traces.
  // 300 lines more: versions beside each other, and who may have custody send.
  // 100 lines more: states that no restore has taken over, and leases of jobs that are given up one by one.
  // 2 files and 250 lines more: items of a job that fail alone, and payments that a restore has lost.
  // 2 files and 200 lines more: what a server for real people must have, beside the settings themselves; the sweep of documents, which each process
  // does in its own folder; the comparison of the audit log with its last anchor, and the age of the archive.
  // 1 file and 100 lines more: the deadline of a request, which its commands keep; snapshots in parts.
  { room: 'src/server/', filesMax: 536, linesMax: 66_200, crumbsMax: 14 },
  // 5 files and 1,100 lines more: a terminal of resizable panels with its keys on a desktop, book and form side by side on a phone.
  // 3 files and 900 lines more: an order's kinds, terms, totals, steps and warnings in its form.
  // 17 files and 1,100 lines more: the chart's feed, calendar, look and figures, and its modules that load when used: settings, indicators,
  // order lines, drawings.
  // 5 files and 320 lines more: the page of markets with favourites, groups, sorting and rows by the thousand.
  // 8 files more: gold by the mesghal, shares of the balance and the receipt of quick trade, in chunks that the first page does not load.
  // 1 file and 250 lines more: the sheet that changes an open order.
  // 5 files and 250 lines more: a trailing stop in the order form, and its terms in a chunk that loads when they are opened.
  // 2 files and 390 lines more: the fills of all that the chart shows, drawings that are selected, moved and deleted one by one; the list of markets; the minutes until a market opens.
  // 1 file and 100 lines more: the form of quick trade in a chunk that follows its price, and its place until then.
  // 11 files and 940 lines more: average buy price, profit and loss in wallet, coin page and confirmations, and the profit calculator.
  // 1 file and 150 lines more: changes of the book are gathered, and its rows are plain elements with a look of their own.
  // 10 files and 1,000 lines more: history with filters and files, an order with its trades in a sheet, open orders in a file of their own, and
  // the toasts of orders that end, in chunks that load when they are used.
  // 10 files and 850 lines more: the page of recurring buys, with its form, confirmation and history.
  // 2 files and 440 lines more: OCO orders in the order form, and the expiry in the sheet that changes an order.
  // 1 file and 200 lines more: one stream for all tabs, and a draft that is written once typing pauses.
  // 10 lines more: the words of the trade page come with its code.
  // 4 files and 350 lines more: the prices of all markets beside the chart, the book with the trades behind its tab, the depth's picture.
  // 8 files and 750 lines more: the named tools of the chart, the question before an order, balances and orders
  // as last known.
  // 300 lines more: periods and values of the chart's indicators, its short axis, and the volumes and the pointer of the depth.
  // 5 files and 400 lines more: own figures on the device, prices for the first paint, the invitation to install, buttons that are off offline.
  // 3 files and 300 lines more: the server's figures of a market order beyond the shown levels, and the other figures that a trader was not told.
  // 1 file and 200 lines more: the figures of an amendment beside its sheet, the other leg of an OCO order, the share of a typed amount.
  // 1 file and 150 lines more: the chart's own scale of time, in place of the library's, and the styles that its parts share.
  // 1 file and 250 lines more: the choice among the orders of one label, the suggested price, folded explanations, and the offer to ask less.
  // 1 file more: the price alerts of a market, which its sheet lists as the notifications do.
  // 1 file more: the small list of a panel's head is a part of every room.
  // 100 lines more: own orders beside the form by side and market, and the average buy price after a purchase.
  // 50 lines more: the space that both forms of an order keep around the focused field.
  // 10 files and 1,050 lines more: withdrawals of Toman, in a sheet that loads when it is opened, their list, and the room of operators.
  // 1 file and 100 lines more: the choice among card gateways, the rest of the day's limit, and payments that go back.
  // 6 files and 700 lines more: the room of payouts, with its sheets, its lines and the bank's statements.
  // 3 files and 450 lines more: the sheet of a coin's deposit address, and the list of coins in a file of its own.
  // 4 files and 420 lines more: the room of custody, with its sheets and its list of deposits that nobody owns.
  // 13 files and 1,450 lines more: withdrawals of coins in the wallet and by a quick trade, with the fields, the code and the scan of an address
  // that both share, each in a sheet that loads when it is opened, and the lists of what came and went over chains.
  // 12 files and 900 lines more: saved addresses, transfers to another user and what others have transferred.
  // 5 files and 450 lines more: the public page of the proof of liabilities, and each customer's own with its check.
  // 6 files and 800 lines more: the page of processes and jobs with their lines of the health, the banner after a restore with its sheet, and what
  // is owed beside what is held in the proof of liabilities.
  // 100 lines more: what the own proof lacks, and the names of three jobs.
  // 100 lines more: the sheet of payments that a restore has lost.
  // 300 lines more: each line of the system's health with its mark, who proposes a change beside its approval, why a market is halted, what a stop
  // of all withdrawals waits for, and the bounds of fees.
  { room: 'src/client/', filesMax: 623, linesMax: 60_500, crumbsMax: 11 },
] as const

/** Each route and each language has files of their own, which the router and the loader of words import one by one. */
const UNCOUNTED = /^src\/client\/(routes|locales)\//

const inRoom = (room: string) => (file: SourceFile) => file.path.startsWith(room)

/** The short files of a room that exactly one file of the product imports. */
function crumbsOf(room: string, files: readonly SourceFile[]): SourceFile[] {
  const importers = new Map<string, Set<string>>()
  for (const { path, imports } of files)
    for (const { target, ours } of imports)
      if (ours && path.startsWith('src/')) importers.set(target, (importers.get(target) ?? new Set()).add(path))
  return files
    .filter(inRoom(room))
    .filter(({ path, lines }) => lines < CRUMB_LINES && !UNCOUNTED.test(path) && importers.get(path)?.size === 1)
}

const lines = (count: number) => '//\n'.repeat(count)
const made = (room: string, count: number, text: string): Sample =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${room}made/f${i}.ts`, text]))

const boundedRooms: Rule[] = ROOMS.map(({ room, filesMax, linesMax }) => ({
  name: `${room} has at most ${filesMax} files and ${linesMax} lines`,
  covers: /^src\//,
  check(files, find) {
    const counted = files.filter(inRoom(room)).filter(({ path }) => !path.startsWith('src/client/locales/'))
    const sum = counted.reduce((total, file) => total + file.lines, 0)
    const [first] = counted
    if (first && counted.length > filesMax) find(first, 0, `is one of ${counted.length} files`)
    if (first && sum > linesMax) find(first, 0, `is of a room of ${sum} lines`)
  },
  wrong: [made(room, filesMax + 1, lines(1)), made(room, 1, lines(linesMax + 1))],
  right: [made(room, filesMax, lines(1)), made(room, 1, lines(linesMax))],
}))

const fewCrumbs: Rule[] = ROOMS.map(({ room, crumbsMax }) => {
  const crumbs = made(room, crumbsMax + 1, lines(1))
  const importing = (importer: string) =>
    Object.keys(crumbs)
      .map((path) => `import '#${path.slice('src/'.length)}'\n`)
      .join('') + importer
  return {
    name: `${room} has at most ${crumbsMax} files below ${CRUMB_LINES} lines with one importer`,
    covers: /^src\//,
    check(files, find) {
      const found = crumbsOf(room, files)
      if (found.length <= crumbsMax) return
      for (const file of found) find(file, 0, 'has one importer, into which it may be folded')
    },
    wrong: [{ ...crumbs, 'src/server/main.ts': importing('') }],
    right: [
      { ...crumbs, 'src/server/main.ts': importing(''), 'src/server/config.ts': importing('// Also.\n') },
      { ...made(room, crumbsMax + 1, lines(CRUMB_LINES)), 'src/server/main.ts': importing('') },
    ],
  }
})

export const GRAIN_RULES = [...boundedRooms, ...fewCrumbs]
