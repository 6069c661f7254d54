export const words = {
  /** Behind an amount of the coin. Coins that are not here show their ticker. */
  unit: { TOMAN: 'تومان', TETHER: 'USDT', GOLD: 'گرم' },
  market: '{{base}} / {{quote}}',
}
