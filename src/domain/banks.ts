export interface Bank {
  readonly persianName: string
  readonly englishName: string
  /** The first six digits of its cards. */
  readonly cardPrefixes: readonly string[]
  /** The three digits that identify it in a Sheba. */
  readonly shebaCodes: readonly string[]
}

const bank = (persianName: string, englishName: string, codes: { cards: string; shebas: string }): Bank => ({
  persianName,
  englishName,
  cardPrefixes: codes.cards.split(' ').filter(Boolean),
  shebaCodes: codes.shebas.split(' ').filter(Boolean),
})

/** Every bank whose cards or accounts we accept. No prefix and no code appears twice. */
export const BANKS: readonly Bank[] = [
  bank('بانک مرکزی', 'Central Bank', { cards: '636795 636797', shebas: '010' }),
  bank('بانک صنعت و معدن', 'Bank of Industry and Mine', { cards: '627961', shebas: '011' }),
  bank('بانک ملت', 'Bank Mellat', { cards: '610433 991975', shebas: '012' }),
  bank('بانک رفاه کارگران', 'Refah Bank', { cards: '589463', shebas: '013' }),
  bank('بانک مسکن', 'Bank Maskan', { cards: '628023', shebas: '014' }),
  bank('بانک سپه', 'Bank Sepah', { cards: '589210', shebas: '015' }),
  bank('بانک کشاورزی', 'Bank Keshavarzi', { cards: '603770 639217', shebas: '016' }),
  bank('بانک ملی ایران', 'Bank Melli Iran', { cards: '603799 170019', shebas: '017' }),
  bank('بانک تجارت', 'Tejarat Bank', { cards: '627353 585983', shebas: '018' }),
  bank('بانک صادرات ایران', 'Bank Saderat Iran', { cards: '603769 903769', shebas: '019' }),
  bank('بانک توسعه صادرات', 'Export Development Bank', { cards: '207177 627648', shebas: '020' }),
  bank('پست بانک', 'Post Bank', { cards: '627760', shebas: '021' }),
  bank('بانک توسعه تعاون', 'Tosee Taavon Bank', { cards: '502908', shebas: '022' }),
  bank('مؤسسه اعتباری توسعه', 'Tosee Credit Institution', { cards: '628157', shebas: '051' }),
  bank('بانک قوامین', 'Ghavamin Bank', { cards: '639599', shebas: '052' }),
  bank('بانک کارآفرین', 'Karafarin Bank', { cards: '627488 502910', shebas: '053' }),
  bank('بانک پارسیان', 'Parsian Bank', { cards: '622106 627884 639194', shebas: '054' }),
  bank('بانک اقتصاد نوین', 'EN Bank', { cards: '627412', shebas: '055' }),
  bank('بانک سامان', 'Saman Bank', { cards: '621986', shebas: '056' }),
  bank('بانک پاسارگاد', 'Bank Pasargad', { cards: '502229 639347', shebas: '057' }),
  bank('بانک سرمایه', 'Sarmayeh Bank', { cards: '639607', shebas: '058' }),
  bank('بانک سینا', 'Sina Bank', { cards: '639346', shebas: '059' }),
  bank('بانک قرض‌الحسنه مهر ایران', 'Mehr Iran Bank', { cards: '606373', shebas: '060 090' }),
  bank('بانک شهر', 'Shahr Bank', { cards: '502806 504706', shebas: '061' }),
  bank('بانک آینده', 'Ayandeh Bank', { cards: '636214', shebas: '062' }),
  bank('بانک انصار', 'Ansar Bank', { cards: '627381', shebas: '063' }),
  bank('بانک گردشگری', 'Tourism Bank', { cards: '505416 505426', shebas: '064' }),
  bank('بانک حکمت ایرانیان', 'Hekmat Iranian Bank', { cards: '636949', shebas: '065' }),
  bank('بانک دی', 'Bank Day', { cards: '502938', shebas: '066' }),
  bank('بانک ایران زمین', 'Iran Zamin Bank', { cards: '505785', shebas: '069' }),
  bank('بانک قرض‌الحسنه رسالت', 'Resalat Bank', { cards: '504172', shebas: '070' }),
  bank('مؤسسه اعتباری کوثر', 'Kosar Credit Institution', { cards: '505801', shebas: '073' }),
  bank('مؤسسه اعتباری ملل', 'Melal Credit Institution', { cards: '606256', shebas: '075' }),
  bank('بانک خاورمیانه', 'Middle East Bank', { cards: '585947', shebas: '078' }),
  bank('بانک مهر اقتصاد', 'Mehr Eqtesad Bank', { cards: '639370', shebas: '079' }),
  bank('مؤسسه اعتباری نور', 'Noor Credit Institution', { cards: '507677', shebas: '080' }),
  bank('بانک ایران و ونزوئلا', 'Iran-Venezuela Bank', { cards: '', shebas: '095' }),
]
