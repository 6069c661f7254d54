export const words = {
  type: {
    LIMITED_BUY: 'خرید قیمت معین',
    LIMITED_SELL: 'فروش قیمت معین',
    MARKET_BUY: 'خرید بازار',
    MARKET_SELL: 'فروش بازار',
    EXCHANGE_BUY: 'خرید فوری',
    EXCHANGE_SELL: 'فروش فوری',
  },
  status: {
    IS_OPEN: 'باز',
    FINISHED_WITH_TRANSACTION: 'پایان با معامله',
    FINISHED_WITHOUT_TRANSACTION: 'پایان بدون معامله',
    CANCELLED_BY_USER: 'لغو توسط شما',
    CANCELLED_BY_ADMIN: 'لغو توسط مدیر',
    DONE: 'انجام شد',
  },
}
