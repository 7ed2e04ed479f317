/** The codes of the languages that texts for customers can be added in. */
export const LANGUAGES: readonly string[] =
  'ar bn cs da de el en es fa fi fil fr gu he hi hu id it ja kn ko ml mr ms nl no pa pl pt ro ru sv sw ta te th tr uk ur vi zh'.split(
    ' ',
  )
