import type { words as fa } from '../fa/coins.ts'
import type { SameKeys } from '../same-keys.ts'

export const words: SameKeys<typeof fa> = {
  unit: { TOMAN: 'Toman', TETHER: 'USDT', GOLD: 'g' },
  market: '{{base}} / {{quote}}',
}
