/**
 * Glyph names that every program finds in the fonts with which it replaces missing ones: the Latin characters of ISO
 * 32000-2, annex D.2, those of Central European languages, and Greek capitals and small letters.
 */
const latin =
  "A AE Aacute Acircumflex Adieresis Agrave Aring Atilde B C Ccedilla D E Eacute Ecircumflex Edieresis Egrave Eth " +
  "Euro F G H I Iacute Icircumflex Idieresis Igrave J K L Lslash M N Ntilde O OE Oacute Ocircumflex Odieresis " +
  "Ograve Oslash Otilde P Q R S Scaron T Thorn U Uacute Ucircumflex Udieresis Ugrave V W X Y Yacute Ydieresis Z " +
  "Zcaron a aacute acircumflex acute adieresis ae agrave ampersand aring asciicircum asciitilde asterisk at atilde " +
  "b backslash bar braceleft braceright bracketleft bracketright breve brokenbar bullet c caron ccedilla cedilla " +
  "cent circumflex colon comma copyright currency d dagger daggerdbl degree dieresis divide dollar dotaccent " +
  "dotlessi e eacute ecircumflex edieresis egrave eight ellipsis emdash endash equal eth exclam exclamdown f fi " +
  "five fl florin four fraction g germandbls grave greater guillemotleft guillemotright guilsinglleft " +
  "guilsinglright h hungarumlaut hyphen i iacute icircumflex idieresis igrave j k l less logicalnot lslash m " +
  "macron minus mu multiply n nine ntilde numbersign o oacute ocircumflex odieresis oe ogonek ograve one onehalf " +
  "onequarter onesuperior ordfeminine ordmasculine oslash otilde p paragraph parenleft parenright percent period " +
  "periodcentered perthousand plus plusminus q question questiondown quotedbl quotedblbase quotedblleft " +
  "quotedblright quoteleft quoteright quotesinglbase quotesingle r registered ring s scaron section semicolon " +
  "seven six slash space sterling t thorn three threequarters threesuperior tilde trademark two twosuperior u " +
  "uacute ucircumflex udieresis ugrave underscore v w x y yacute ydieresis yen z zcaron zero";
const others =
  "blank dotlessj nbspace nonbreakingspace sfthyphen softhyphen middot overscore notequal infinity lessequal greaterequal " +
  "partialdiff summation product pi integral Omega radical approxequal Delta lozenge ff ffi ffl apple " +
  "Abreve Amacron Aogonek Cacute Ccaron Dcaron Dcroat Ecaron Edotaccent Emacron Eogonek Gbreve Gcommaaccent " +
  "Idotaccent Imacron Iogonek Kcommaaccent Lacute Lcaron Lcommaaccent Nacute Ncaron Ncommaaccent Ohungarumlaut " +
  "Omacron Racute Rcaron Rcommaaccent Sacute Scedilla Scommaaccent Tcaron Tcommaaccent Uhungarumlaut Umacron " +
  "Uogonek Uring Zacute Zdotaccent abreve amacron aogonek cacute ccaron dcaron dcroat ecaron edotaccent emacron " +
  "eogonek gbreve gcommaaccent imacron iogonek kcommaaccent lacute lcaron lcommaaccent nacute ncaron ncommaaccent " +
  "ohungarumlaut omacron racute rcaron rcommaaccent sacute scedilla scommaaccent tcaron tcommaaccent uhungarumlaut " +
  "umacron uogonek uring zacute zdotaccent " +
  "Alpha Beta Gamma Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi " +
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda nu xi omicron rho sigma sigma1 tau upsilon phi " +
  "chi psi omega";

const common = new Set([...latin.split(" "), ...others.split(" ")]);

/** The names of Cyrillic letters. */
const cyrillic = /^afii100\d\d$/;

/** True if programs agree on the character of this name in a font that is not part of the file. */
export const isCommonGlyphName = (name: string): boolean => common.has(name) || cyrillic.test(name);
