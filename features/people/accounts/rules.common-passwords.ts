/** Words common in lists of leaked passwords, alone or with digits around them. */
const words: ReadonlySet<string> = new Set(
  `password passwort passw0rd passwd pass word secret login logon signin welcome hello hallo letmein admin administrator root
   user guest test testing tester demo default changeme change temp temporary master manager system server access security
   secure private internet computer laptop windows microsoft google android iphone samsung apple facebook instagram twitter
   linkedin youtube amazon netflix spotify whatsapp monkey dragon shadow phoenix tiger lion eagle falcon wolf bear horse dog
   cat kitty puppy buster bailey max buddy charlie cooper rocky lucky sunshine moonlight starlight rainbow butterfly flower
   rose princess prince king queen angel devil heaven hell love lover loveyou iloveyou iloveu loveme babygirl babyboy baby
   sweetheart darling honey sugar sweet cookie chocolate cheese pepper ginger coffee banana orange cherry apple strawberry
   football baseball basketball soccer hockey tennis golf cricket rugby chelsea arsenal liverpool barcelona realmadrid
   manchester cowboys steelers packers patriots yankees redsox lakers bulls eagles raiders broncos jordan michael jennifer
   jessica ashley daniel thomas robert william joseph matthew andrew anthony christopher nicholas alexander jonathan joshua
   justin brandon michelle amanda nicole samantha elizabeth stephanie victoria hannah george david james john mary maria
   superman batman spiderman ironman starwars pokemon naruto matrix gandalf merlin hunter ranger killer ninja samurai pirate
   warrior soldier army navy marine airforce police sheriff officer deputy sergeant captain trooper patrol badge swat cop
   cops shift overtime duty watch watchbill department city county state america american usa freedom liberty god jesus christ
   jesuschrist blessed faith hope trustno trust nothing whatever forever family friends friend mother father brother sister
   mommy daddy mustang corvette camaro ferrari porsche mercedes harley yamaha honda toyota chevy ford dodge jeep summer winter
   spring autumn fall january february march april may june july august september october november december monday tuesday
   wednesday thursday friday saturday sunday money dollar cash million success diamond silver gold golden platinum abc abcd
   abcdef qwerty qwertyuiop qwertz azerty asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qwe asd zxc correct battery staple
   correcthorsebatterystaple thisismypassword mypassword newpassword ilovemydog ilovemyfamily ihatethis i a my the is this
   your you new old one two three and me it of to for in
   london paris berlin chicago newyork boston dallas houston phoenix texas florida california`
    .split(/\s+/)
    .filter(Boolean),
)
const longest = 25

/** Common keyboard and alphabet sequences, each also reversed. */
const walks = [
  'abcdefghijklmnopqrstuvwxyzabcdef',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujmikolp',
  'zaqxswcdevfrbgtnhymjukilop',
  '!@#$%^&*()_+',
  'a1b2c3d4e5f6g7h8',
  'aabbccddeeffgghh',
  '112233445566778899',
].flatMap((walk) => [walk, [...walk].reverse().join('')])

const spoken: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Length of the longest sequence at the start of the text, at least 3 characters; 0 if none. */
const walkAt = (text: string): number => {
  for (let length = Math.min(text.length, 36); length >= 3; length--) {
    const piece = text.slice(0, length)
    if (walks.some((walk) => walk.includes(piece))) return length
  }
  return 0
}

const wordAt = (text: string): number => {
  for (let length = Math.min(text.length, longest); length >= 1; length--) {
    if (words.has(text.slice(0, length))) return length
  }
  return 0
}

/** Number of characters not covered by a listed word or sequence, reading left to right; stops early at `cap`. */
const unexplained = (text: string): number => {
  let left = 0
  for (let at = 0; at < text.length; ) {
    const step = Math.max(walkAt(text.slice(at)), wordAt(text.slice(at)))
    at += step === 0 ? 1 : step
    if (step === 0) left += 1
  }
  return left
}

/**
 * True for a short piece repeated, or for nothing but listed words, sequences and at most four digits or symbols around them
 * (`Password123!`, `qwertyuiop12`, `letmeinletmein`, `Summer2026!!`). A phrase of three or more words does not count as a
 * passphrase if every word is on the list.
 */
export function isCommon(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  if (/^(.{1,6}?)\1+.{0,2}$/u.test(lower)) return true
  // A year adds nothing.
  const undated = lower.replaceAll(/(19|20)\d\d/g, '')
  const said = [...undated].map((letter) => spoken[letter] ?? letter).join('')
  const bare = lower.replaceAll(/[^\p{L}]/gu, '')
  const signs = [...lower].length - [...bare].length
  // More than four digits or symbols make the password uncommon, unless they are themselves a sequence or a year.
  const isMostly = (text: string) => unexplained(text) <= 2
  return isMostly(undated) || isMostly(said) || (signs <= 4 && bare.length > 0 && unexplained(bare) === 0)
}
