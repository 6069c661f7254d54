import type { words as fa } from '../fa/proposal-kinds.ts'

export const words: Readonly<Record<keyof typeof fa, string>> = {
  APPOINT_SUPERVISOR: 'Liquidity provider',
  END_SUPERVISOR: 'End of liquidity provider',
  ADD_OPERATOR: 'New operator',
  REMOVE_OPERATOR: 'Removal of an operator',
  CHANGE_ROLES: 'Change of roles',
  BROADCAST: 'Message to users',
  CHANGE_MARKET: 'Change of a market',
  CHANGE_LEVEL: 'Change of fees',
  ADD_COIN: 'New coin',
  ADD_MARKET: 'New market',
  END_MARKET: 'End of a market for good',
  SET_STRATEGY: 'Market maker settings',
  SWITCH_MAKER_ON: 'Switch on the market maker',
  SET_HOLIDAY: 'Change of a holiday',
  SET_LEVEL: "User's level",
  PUBLISH_TEXT: 'Publication of a text',
  VERIFY_CARD: 'Verification of a bank card',
  LET_OPERATOR_IN: 'Letting an operator in again',
  RENEW_OPERATOR_KEYS: 'New keys of an operator',
}
