import type { Language } from '#client/lib/locale.ts'

/** The Persian name is stored in the form; the English one serves search and display. */
export interface Place {
  readonly name: string
  readonly englishName: string
}

export interface Province extends Place {
  readonly cities: readonly Place[]
}

/** Iran's provinces with their larger cities; the province is before the colon. */
const LIST = `آذربایجان شرقی East Azerbaijan: تبریز Tabriz, مراغه Maragheh, مرند Marand, میانه Mianeh, اهر Ahar, بناب Bonab, سراب Sarab, شبستر Shabestar, آذرشهر Azarshahr, جلفا Jolfa
آذربایجان غربی West Azerbaijan: ارومیه Urmia, خوی Khoy, میاندوآب Miandoab, مهاباد Mahabad, بوکان Bukan, سلماس Salmas, پیرانشهر Piranshahr, نقده Naqadeh, ماکو Maku, سردشت Sardasht
اردبیل Ardabil: اردبیل Ardabil, پارس آباد Parsabad, مشگین شهر Meshginshahr, خلخال Khalkhal, گرمی Germi, نمین Namin, بیله سوار Bileh Savar
اصفهان Isfahan: اصفهان Isfahan, کاشان Kashan, خمینی شهر Khomeynishahr, نجف آباد Najafabad, شاهین شهر Shahinshahr, فولادشهر Fuladshahr, شهرضا Shahreza, مبارکه Mobarakeh, گلپایگان Golpayegan, نطنز Natanz, نایین Nain, اردستان Ardestan
البرز Alborz: کرج Karaj, کمال شهر Kamalshahr, فردیس Fardis, نظرآباد Nazarabad, هشتگرد Hashtgerd, محمدشهر Mohammadshahr, ماهدشت Mahdasht, طالقان Taleqan
ایلام Ilam: ایلام Ilam, ایوان Eyvan, دهلران Dehloran, آبدانان Abdanan, مهران Mehran, دره شهر Darreh Shahr
بوشهر Bushehr: بوشهر Bushehr, برازجان Borazjan, گناوه Ganaveh, کنگان Kangan, عسلویه Asaluyeh, خورموج Khormuj, جم Jam, دیلم Deylam
تهران Tehran: تهران Tehran, اسلامشهر Eslamshahr, شهریار Shahriar, قدس Qods, ملارد Malard, ورامین Varamin, پاکدشت Pakdasht, قرچک Qarchak, پردیس Pardis, دماوند Damavand, رباط کریم Robat Karim, اندیشه Andisheh, پرند Parand, ری Rey, فیروزکوه Firuzkuh, بومهن Bumahen, رودهن Rudehen, لواسان Lavasan
چهارمحال و بختیاری Chaharmahal and Bakhtiari: شهرکرد Shahrekord, بروجن Borujen, لردگان Lordegan, فرخ شهر Farrokhshahr, فارسان Farsan, هفشجان Hafshejan
خراسان جنوبی South Khorasan: بیرجند Birjand, قاین Qaen, طبس Tabas, فردوس Ferdows, نهبندان Nehbandan, سرایان Sarayan
خراسان رضوی Razavi Khorasan: مشهد Mashhad, نیشابور Neyshabur, سبزوار Sabzevar, تربت حیدریه Torbat Heydarieh, کاشمر Kashmar, قوچان Quchan, تربت جام Torbat Jam, تایباد Taybad, چناران Chenaran, گناباد Gonabad, سرخس Sarakhs, درگز Dargaz
خراسان شمالی North Khorasan: بجنورد Bojnord, شیروان Shirvan, اسفراین Esfarayen, آشخانه Ashkhaneh, جاجرم Jajarm, فاروج Faruj
خوزستان Khuzestan: اهواز Ahvaz, دزفول Dezful, آبادان Abadan, خرمشهر Khorramshahr, ماهشهر Mahshahr, اندیمشک Andimeshk, شوشتر Shushtar, بهبهان Behbahan, ایذه Izeh, مسجد سلیمان Masjed Soleyman, شوش Shush, شادگان Shadegan
زنجان Zanjan: زنجان Zanjan, ابهر Abhar, خرمدره Khorramdarreh, قیدار Qeydar, هیدج Hidaj, ماه نشان Mahneshan
سمنان Semnan: سمنان Semnan, شاهرود Shahrud, دامغان Damghan, گرمسار Garmsar, مهدی شهر Mehdishahr, ایوانکی Eyvanki
سیستان و بلوچستان Sistan and Baluchestan: زاهدان Zahedan, زابل Zabol, چابهار Chabahar, ایرانشهر Iranshahr, سراوان Saravan, خاش Khash, کنارک Konarak, نیکشهر Nikshahr
فارس Fars: شیراز Shiraz, مرودشت Marvdasht, جهرم Jahrom, فسا Fasa, کازرون Kazerun, داراب Darab, لار Lar, آباده Abadeh, فیروزآباد Firuzabad, اقلید Eqlid, نورآباد Nurabad, لامرد Lamerd, صدرا Sadra
قزوین Qazvin: قزوین Qazvin, الوند Alvand, تاکستان Takestan, محمدیه Mohammadieh, آبیک Abyek, اقبالیه Eqbalieh, بویین زهرا Buin Zahra
قم Qom: قم Qom, قنوات Qanavat, جعفریه Jafarieh, کهک Kahak, دستجرد Dastjerd
کردستان Kurdistan: سنندج Sanandaj, سقز Saqqez, مریوان Marivan, بانه Baneh, قروه Qorveh, کامیاران Kamyaran, بیجار Bijar, دیواندره Divandarreh
کرمان Kerman: کرمان Kerman, سیرجان Sirjan, رفسنجان Rafsanjan, جیرفت Jiroft, بم Bam, زرند Zarand, کهنوج Kahnuj, شهربابک Shahrbabak, بافت Baft, بردسیر Bardsir
کرمانشاه Kermanshah: کرمانشاه Kermanshah, اسلام آباد غرب Eslamabad Gharb, هرسین Harsin, کنگاور Kangavar, سنقر Sonqor, جوانرود Javanrud, سرپل ذهاب Sarpol Zahab, صحنه Sahneh, پاوه Paveh, قصر شیرین Qasr Shirin
کهگیلویه و بویراحمد Kohgiluyeh and Boyer Ahmad: یاسوج Yasuj, دوگنبدان Dogonbadan, دهدشت Dehdasht, لیکک Likak, چرام Choram, سی سخت Sisakht
گلستان Golestan: گرگان Gorgan, گنبد کاووس Gonbad Kavus, علی آباد کتول Aliabad Katul, بندر ترکمن Bandar Torkaman, آزادشهر Azadshahr, کردکوی Kordkuy, آق قلا Aqqala, مینودشت Minudasht, کلاله Kalaleh, بندر گز Bandar Gaz
گیلان Gilan: رشت Rasht, بندر انزلی Bandar Anzali, لاهیجان Lahijan, لنگرود Langarud, تالش Talesh, آستارا Astara, صومعه سرا Sowmeeh Sara, آستانه اشرفیه Astaneh Ashrafieh, رودسر Rudsar, فومن Fuman, رودبار Rudbar, ماسال Masal
لرستان Lorestan: خرم آباد Khorramabad, بروجرد Borujerd, دورود Dorud, کوهدشت Kuhdasht, الیگودرز Aligudarz, نورآباد Nurabad, ازنا Azna, الشتر Aleshtar, پلدختر Poldokhtar
مازندران Mazandaran: ساری Sari, بابل Babol, آمل Amol, قائم شهر Qaemshahr, بهشهر Behshahr, چالوس Chalus, نوشهر Nowshahr, تنکابن Tonekabon, بابلسر Babolsar, رامسر Ramsar, نکا Neka, محمودآباد Mahmudabad, نور Nur, فریدونکنار Fereydunkenar, جویبار Juybar
مرکزی Markazi: اراک Arak, ساوه Saveh, خمین Khomeyn, محلات Mahallat, دلیجان Delijan, شازند Shazand, تفرش Tafresh, آشتیان Ashtian
هرمزگان Hormozgan: بندرعباس Bandar Abbas, میناب Minab, قشم Qeshm, کیش Kish, بندر لنگه Bandar Lengeh, رودان Rudan, حاجی آباد Hajiabad, جاسک Jask, بستک Bastak
همدان Hamedan: همدان Hamedan, ملایر Malayer, نهاوند Nahavand, اسدآباد Asadabad, تویسرکان Tuyserkan, بهار Bahar, کبودرآهنگ Kabudarahang, رزن Razan
یزد Yazd: یزد Yazd, میبد Meybod, اردکان Ardakan, حمیدیا Hamidia, بافق Bafq, مهریز Mehriz, ابرکوه Abarkuh, اشکذر Ashkezar, تفت Taft`

/** Parses "تهران Tehran": the first Latin letter separates the two names. */
function placeOf(text: string): Place {
  const parting = text.search(/[A-Z]/)
  return { name: text.slice(0, parting).trim(), englishName: text.slice(parting).trim() }
}

export const PROVINCES: readonly Province[] = LIST.split('\n').map((line) => {
  const [province = '', cities = ''] = line.split(':')
  return { ...placeOf(province), cities: cities.split(',').map((city) => placeOf(city.trim())) }
})

export const citiesOf = (province: string): readonly Place[] =>
  PROVINCES.find(({ name }) => name === province)?.cities ?? []

/** A province or a city in the language of the screen; a name missing in the lists is shown as typed. */
export function placeName(name: string, { province, language }: { province: string; language: Language }): string {
  if (language === 'fa') return name
  const places: readonly Place[] = name === province ? PROVINCES : citiesOf(province)
  return places.find((place) => place.name === name)?.englishName ?? name
}
