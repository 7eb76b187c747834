// Tests that people's names in many languages and scripts may be shown, by full name and as boards
// shorten them.
import { expect, it } from 'vitest'
import { isFitName } from './shown-name.ts'

const names: Readonly<Record<string, string>> = {
  Akan: 'Kwame Mensah, Akosua Boateng, Kofi Asante, Ama Owusu, Yaa Ɔfori',
  Albanian: 'Arben Hoxha, Drita Çela, Gëzim Shehu, Mirë Krasniqi',
  Amharic: 'አበበ ቢቂላ, ጥሩነሽ ዲባባ, Teame Desta, Teamrat Haile, Abebe Bikila',
  Arabic: 'محمد علي, فاطمة الزهراء, عبد الرحمن, نور, Memoud Adman, Abd al-Rahman, Noor H.',
  Armenian: 'Արամ Խաչատրյան, Անի Պետրոսյան, Aram Khachaturian',
  Azerbaijani: 'Əli Həsənov, Günel Quliyeva, Röya Əliyeva',
  Basque: 'Iñaki Etxeberria, Ainhoa Agirre, Beñat Olano',
  Bengali: 'রবীন্দ্রনাথ ঠাকুর, সত্যজিৎ রায়, Mitali Sen, Otin Roy',
  Bulgarian: 'Иван Вазов, Елена Петрова, Тодор Стоянов',
  Burmese: 'အောင်ဆန်း, မြင့်မြင့်, Ma Thida, Aung San',
  Catalan: "Núria Pujol, Jordi Vila, Montserrat Lluís, Agnès d'Eroles",
  Cherokee: 'ᏍᏏᏉᏯ, ᎠᏓᎳ',
  Chinese: '王小明, 李娜, 陳大文, 歐陽修, Li Na, Tan Wei Ming, Ong Teng Cheong, 小明 Wang',
  Croatian: 'Tea M., Tea Matić, Željko Ćosić, Đurđica Šimić, Luka Modrić',
  Czech: 'Božena Němcová, Jiří Dvořák, Řehoř Šťastný, Adéla Člupková',
  Danish: 'Søren Kierkegaard, Åse Ørsted, Kåre Bækgaard, Mads Modig',
  Dutch: "Ad Melkert, Joop den Uyl, Wil van 't Hoff, Pieter-Jan de Boer, IJsbrand Bank, Thea Codée",
  English: [
    "Ada L., Zoë O'Neill-Þór 3., Fiona Apple, Aaron Bank, Bill Code, Elihu Root, Timothy, Otis P.",
    'Cody Banks, Staffan, Stafford, Helpman, Rooty, Memberton, Adminah, Memberto, Codey, Otpal',
    'Carbon Copy, Anna Carbon, Lou Service, Penny Pinner, Hope Welcome, Dick Cunningham, Scunthorpe',
    'Vera, Vera Lynn, Peter Adams, Edmund Badminton, Tim Embers, Ambrose Temple, Teal Mason',
  ].join(', '),
  Estonian: 'Jaan Kross, Õnne Pärl, Ülle Mägi, Tõnu Õnnepalu',
  Faroese: 'Bárður Háberg, Høgni Hoydal, Eyðun Elttør',
  Filipino: 'Jose Rizal, Maria Ligaya, Niño Dela Cruz, Ding Dong Dantes',
  Finnish: 'Veera, Väinö Linna, Åke Lindman, Minna Canth, Otso Koskinen',
  French: [
    'Élodie Châtelain, François Lapin, Gaëlle Le Guen, Loïc, Anne-Sophie Pic, Jean Delarue',
    'Zoé Carbone, Aidée, Noël Codet, Dominique, Adèle Minard',
  ].join(', '),
  Fula: '𞤀𞤣𞤢𞤥𞤢, Ɓulel Ɗamo, Aminata Ɓah',
  Georgian: 'შოთა რუსთაველი, ნინო, Shota Rustaveli',
  German: [
    'Jürgen Groß, Käthe Müller, Björn Ücker, Änne Straßer, Otto P., Bernd Hilfert, Wolfgang Kode',
    'Heidrun Mittag, Elmar Teamer, Dieter Codemann, Ute Hoernle, Kutscher, Helga Bankl',
  ].join(', '),
  Greek: 'Νίκος Καζαντζάκης, Μαρία Κάλλας, Ελένη, Οδυσσέας Ελύτης, Άννα Χ.',
  Gujarati: 'મહાત્મા ગાંધી, નર્મદ',
  Hausa: "Ɗan Fodio, Ƙande Bala, Ya'u Ɓaure, Aminu",
  Hawaiian: 'Kamehameha, Liliʻuokalani, Kaʻiulani',
  Hebrew: 'דוד בן גוריון, שרה, רות לוי, יעל',
  Hindi: 'नरेन्द्र शर्मा, प्रिया, अमिताभ बच्चन, Amita Bhatt, Verma, Vikram Putta',
  Hungarian: 'Kovács Béla, Szűcs Ágnes, Győző Őri, Ödön Für',
  Icelandic: 'Þórbergur Þórðarson, Halldór Kiljan, Æsa Önundardóttir',
  Igbo: 'Chinua Achebe, Ngozi Ọkonjo, Ụzọ Egonu, Uye',
  Indonesian: 'Sukarno, Ni Luh Putu, I Made Wirawan, Siti Nurhaliza, Resmi, Endang Tan',
  Irish: 'Siobhán Ní Bhriain, Pádraig Ó Sé, Caoimhe, Niamh Ní Dhónaill',
  Italian: [
    "Niccolò Ammaniti, Chiara Dell'Acqua, Moderata Fonte, Ennio Codicè, Umberto Eco",
    'Enzo Carbone, Paolo Carbonari, Ines Bancoli, Teodoro Amato, Assunta Servizi',
  ].join(', '),
  Japanese: '山田太郎, さくら, タナカ, 渡辺 ゆき, ケンジ Mori, 佐々木, ローラ',
  Javanese: 'ꦱꦸꦏꦂꦤꦺꦴ, Soekarno',
  Kannada: 'ಕುವೆಂಪು, ರಾಜಕುಮಾರ',
  Kazakh: 'Әбіш Кекілбаев, Айгүл, Ғалым Қожа, Ұлан',
  Khmer: 'សុខា, នរោត្តម សីហនុ, Sokha',
  Korean: '김철수, 박지영, 이 Min, Min Ad Kim, Lee Sup-Jun',
  Kurdish: 'Şivan Perwer, Xêzan, Mîran, Rûken',
  Kyrgyz: 'Чыңгыз Айтматов, Өмүр',
  Lao: 'ສົມສະຫວາດ, ບຸນມີ',
  Latvian: 'Jānis Rainis, Ķēniņš, Ģirts, Ļubova, Žanis',
  Lithuanian: 'Žemaitė, Šarūnas, Ąžuolas, Ūla, Jūratė Ėgė',
  Macedonian: 'Ѓорѓи, Ќирил, Љупчо, Џемил, Ѕвездан',
  Malagasy: 'Rakotomalala, Ny Aina, Andrianampoinimerina',
  Malay: 'Mahathir bin Mohamad, Nurul Izzah, Siti, Tunku',
  Malayalam: 'വൈക്കം, മമ്മൂട്ടി',
  Maltese: 'Ġorġ Borg, Żaren, Ħamrun, Ċensu',
  Maori: 'Hōne Heke, Whetū, Te Ātairangikaahu, Witi Ihimaera',
  Marathi: 'शिवाजी, लता मंगेशकर',
  Mongolian: 'Чингис, Өнөр, Үүрээ, ᠴᠢᠩᠭᠢᠰ',
  Navajo: 'Naʼashjéʼii, Łéé',
  Nepali: 'विष्णु, Tenzing Norgay, Sushma Koirala',
  Norwegian: 'Bjørnstjerne Bjørnson, Åshild Slutten, Øystein, Ærlend',
  Odia: 'ଗୋପବନ୍ଧୁ, ମଧୁସୂଦନ',
  Pashto: 'خوشحال, ملاله, گلالۍ',
  Persian: 'حافظ, فروغ فرخزاد, ژاله, Shirin Ebadi',
  Polish: 'Łukasz Żółć, Świętosława, Bolesław Prus, Hel P., Ździsław, Małgorzata',
  Portuguese: "João Gonçalves, Conceição, Fátima d'Ávila, Membrino Costa, Inês Lima",
  Punjabi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ, ਹਰਜੀਤ, Gurpreet Singh',
  Quechua: "Tupaq Amaru, Ñusta, Qhapaq, Illa T'ika",
  Romanian: 'Ștefan cel Mare, Ioană Țepeș, Mihai Eminescu, Otilia Cod',
  Russian: [
    'Ольга, Пётр Чайковский, Наталья, Щукин, Юлия, Тамара Отроч, Рома Т., Артём Сапорт-Ли',
    'Сева, Ева, Рая, Нора, Вера, Тома, Макар, Тарас, Астра',
  ].join(', '),
  Samoan: 'Tuilagi, Faʻafetai, Sione',
  Sami: 'Áillohaš, Máret Ánne, Niillas Ŋávdna',
  Sanskrit: 'कालिदास',
  Serbian: 'Јована Ђорђевић, Љиљана, Нјегош, Ђоко, Novak Đoković',
  Shona: 'Tsitsi Dangarembga, Tendai, Takudzwa',
  Sinhala: 'මාර්ටින්, සිරිමාවෝ',
  Slovak: 'Ľudovít Štúr, Ĺubica, Ôsmy, Jozef Ján',
  Slovenian: 'Primož Trubar, Žiga, Alojz Ščurk',
  Somali: 'Cabdi, Xasan, Caasha Cumar, Faarax',
  Spanish: [
    'José Muñoz, Iñigo Núñez, Aidé, María José, Ángel Cruz, Putxi, Codina, Miguel de la Cal',
    'Jesús Adame, Sofía Carbón Díaz, Güell, Teo Amado, Ramiro Otpino',
  ].join(', '),
  Swahili: "Juma, Amina, Ng'ang'a, Wangari Maathai, Baraka",
  Swedish: 'Åsa Öberg, Göran Slutarp, Staffan Membert, Björn Ulvaeus, Ida Membrillo',
  Tamil: 'தமிழ்ச்செல்வி, ரஜினி, கண்ணதாசன்',
  Tatar: 'Җәлил, Әнисә, Гөлнара',
  Telugu: 'రామారావు, సరోజిని',
  Thai: 'สมชาย, สุภาพร, Suporn, Supatra, Porntip Sup',
  Tibetan: 'བསྟན་འཛིན, ཚེ་རིང',
  Tigrinya: 'ኢሳያስ, Semere',
  Turkish: [
    'Çağrı, Ayşe Gül, İsmail Işık, Gökçe Öztürk, Şükrü, Tan, Umut Deste, Ekin, Kutay Bankoğlu',
    'Resmi, Hülya Ayyıldız, Işıl, İpek',
  ].join(', '),
  Turkmen: 'Magtymguly, Ýazmyrat, Ňur',
  Twi: 'Ɛsi, Kɔjo',
  Ukrainian: 'Леся Українка, Їжакевич, Ґалаґан, Євген, Іван Франко',
  Urdu: 'غالب, نور جہاں, ٹیپو',
  Uyghur: 'ئابدۇللا, Abdulla',
  Uzbek: 'Alisher Navoiy, Oʻktam, Gʻafur',
  Vietnamese: 'Nguyễn Văn Tiến, Trần Thị Đào, Hồ, Phạm Ưu, Thu Đạm, Lý Tế Am',
  Welsh: 'Llŷr, Siân Ŵyn, Gwenllian, Rhŷs ap Tŵm',
  Wolof: 'Ndèye Diouf, Cheikh, Ñaaw',
  Yoruba: 'Ṣọlá, Olúwaṣeun, Àdùnní, Ẹniọlá, Wọlé Ṣóyínká',
  Zulu: 'Nomvula, Sipho Ndlovu, Welcome M., Nkosazana',
}

it.each(Object.entries(names))('%s names may be shown', (_language, list) => {
  const refused = list.split(', ').filter((name) => !isFitName(name))
  expect(refused).toEqual([])
})

it('each given name may be shown with each initial, as boards do', () => {
  const given = Object.values(names)
    .flatMap((list) => list.split(', '))
    .map((name) => /^\p{Script=Latin}+/u.exec(name)?.[0] ?? '')
    .filter((name) => name.length >= 2)
  const refused = [...new Set(given)].flatMap((name) =>
    Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (initial) => `${name} ${initial}.`).filter(
      (shown) => !isFitName(shown),
    ),
  )
  expect(refused).toEqual([])
})
