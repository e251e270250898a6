import type { Texts } from './texts.ts';

const fromDevice = (browser?: string, system?: string) => {
  const known = [browser && `avec ${browser}`, system && `sous ${system}`];
  return known.map((part) => (part ? ` ${part}` : '')).join('');
};

export const fr: Texts = {
  locale: 'fr-FR',
  signIn: {
    subject: (code, product, time) =>
      `${code} est votre code de connexion à ${product}, ${time}`,
    title: (product) => `Votre code de connexion à ${product}`,
    good: (minutes, time) =>
      `Valable ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, jusqu’à ${time}`,
    longerInside: 'S’il est refusé, un code plus long se trouve dans le message.',
    instead: 'Si le code court est refusé, saisissez plutôt celui-ci\u00A0:',
    askedFor: (date, time, browser, system) =>
      `Demandé le ${date} à ${time}${fromDevice(browser, system)}.`,
    notYou: 'Ce n’était pas vous\u00A0?',
    advice:
      'Vous n’avez rien à faire\u00A0: sans un code de ce message, personne ne peut se connecter. Ne donnez jamais un code à personne\u00A0; nous ne vous en demanderons jamais.',
  },
  decision: {
    subjectHidden: (product) =>
      `${product}\u00A0: une ou plusieurs de vos cartes sont masquées`,
    subjectSuspended: (product) => `${product}\u00A0: votre compte est suspendu`,
    hidden: (cards, count) =>
      cards === 1
        ? 'Une de vos cartes est masquée pour les autres.'
        : `${count} de vos cartes sont masquées pour les autres.`,
    suspended: 'Votre compte est suspendu.',
    why: (reason) => `Le motif\u00A0: ${reason}.`,
    reasons: {
      spam: 'publicité indésirable',
      impersonation: 'usurpation d’identité',
      harassment: 'harcèlement',
      illegal_content: 'contenu qui pourrait être contraire à la loi',
      personal_data: 'données personnelles d’une autre personne',
      other: 'un autre manquement aux règles',
    },
    appealHidden:
      'Si vous pensez qu’il s’agit d’une erreur, connectez-vous et demandez un nouvel examen. C’est gratuit, et vous recevrez une réponse.',
    appealSuspended:
      'Si vous pensez qu’il s’agit d’une erreur, connectez-vous avec cette adresse. Vous verrez que le compte est suspendu, et vous pourrez demander un nouvel examen.',
    contact: (address) => `Contact\u00A0: ${address}`,
  },
};
