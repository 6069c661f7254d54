export const words = {
  title: 'تنظیمات',
  lead: 'امنیت حساب، زبان و ظاهر',
  appearance: { title: 'زبان و ظاهر', language: 'زبان', theme: 'ظاهر', dark: 'تیره', light: 'روشن' },
}
