import type { SettingText } from '../proposals/payloads.ts'
import type { NetworkText } from './parse-settings.ts'

const KEY = /^network(\d+)\.tokenType$/

/** The networks of a new coin as lines of a proposal: "network1.tokenType", "network1.withdrawalFee". */
export const networksToText = (networks: readonly NetworkText[]): SettingText =>
  Object.fromEntries(
    networks.flatMap((network, index) =>
      Object.entries(network).map(([name, value]) => [`network${index + 1}.${name}`, String(value)]),
    ),
  )

/** The inverse of it. A coin that was proposed before coins had networks has none, and is refused. */
export function networksOfText(text: SettingText): NetworkText[] {
  return Object.keys(text).flatMap((key) => {
    const number = KEY.exec(key)?.[1]
    if (number === undefined) return []
    const of = (name: string) => text[`network${number}.${name}`] ?? ''
    return [
      {
        tokenType: of('tokenType'),
        withdrawalFee: of('withdrawalFee'),
        minWithdraw: of('minWithdraw'),
        maxWithdraw: of('maxWithdraw'),
        depositEnabled: of('depositEnabled') === 'true',
        withdrawEnabled: of('withdrawEnabled') === 'true',
        txIdNeeded: of('txIdNeeded') === 'true',
      },
    ]
  })
}
