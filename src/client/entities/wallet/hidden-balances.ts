import { storedChoice } from '#client/lib/stored-choice.ts'

const choice = storedChoice<'shown' | 'hidden'>({
  key: 'balances',
  names: { shown: '', hidden: 'hidden' },
  otherwise: 'shown',
})

/** Whether the user's own amounts are hidden. Stored on the device. */
export const useBalancesHidden = () => choice.use() === 'hidden'

export const hideBalances = (hidden: boolean) => choice.set(hidden ? 'hidden' : 'shown')
