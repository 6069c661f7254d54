export const words = {
  title: 'بازارها',
  lead: 'قیمت لحظه‌ای، تغییر روزانه و روند یک هفتهٔ هر بازار.',
  unit: { label: 'بازار پایه', TOMAN: 'تومان', TETHER: 'تتر' },
  search: 'جستجوی نام یا نماد',
  columns: { coin: 'ارز', price: 'قیمت ({{unit}})', change: 'تغییر ۲۴ ساعت', week: 'روند هفته', action: 'معامله' },
  trade: 'معاملهٔ {{name}}',
  tradeShort: 'معامله',
  none: { title: 'بازاری پیدا نشد', text: 'نام یا نماد دیگری را جستجو کنید.' },
  empty: { title: 'بازاری فعال نیست', text: 'به‌زودی دوباره سر بزنید.' },
  all: 'همهٔ بازارها',
}
