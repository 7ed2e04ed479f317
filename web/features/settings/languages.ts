/** The languages whose texts can be added to settings. */
export const LANGUAGES = [
  'ar bn cs da de el en es fa fi fil fr gu he hi hu id it ja kn ko ml mr ms nl no pa pl pt ro ru sv sw ta te th tr uk ur vi zh',
].flatMap((codes) => codes.split(' '))
