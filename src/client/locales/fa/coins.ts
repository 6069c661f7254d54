export const words = {
  /** Shown after an amount of the coin. Coins missing here show their ticker. */
  unit: { TOMAN: 'تومان', TETHER: 'USDT', GOLD: 'گرم' },
  market: '{{base}} / {{quote}}',
}
