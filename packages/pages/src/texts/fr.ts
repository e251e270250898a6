import type { ReportReason } from '../report-reason.ts';
import { formatsOf, waitOf } from './format.ts';
import type { Texts } from './texts.ts';

const { moment, place } = formatsOf('fr-FR');

function wait(seconds: number): string {
  const { unit, count } = waitOf(seconds);
  const word = unit === 'minute' ? 'minute' : 'heure';
  return count === 1 ? `une ${word}` : `${count} ${word}s`;
}

const reasons: Record<ReportReason, string> = {
  danger: 'Quelqu’un risque d’être en danger',
  spam: 'Publicité ou spam',
  impersonation: 'Se fait passer pour quelqu’un d’autre',
  harassment: 'Harcèle quelqu’un',
  illegal_content: 'Contraire à la loi',
  personal_data: 'Montre les données personnelles d’une autre personne',
  other: 'Autre chose',
};

/** Everything that members' pages say, in French. */
export const fr: Texts = {
  front: {
    text: 'Votre nom, vos liens, une carte.',
    signIn: 'Se connecter',
    myCards: 'Mes cartes',
    lookUp: 'Chercher une carte',
    lookUpHint: 'Son nom d’utilisateur, par exemple ann.',
    lookUpButton: 'Chercher',
    operators: 'Pour les personnes qui gèrent le service',
    admin: 'Administration',
    reference: 'Référence de l’API',
    mailbox:
      'En développement, aucun message n’est envoyé\u00A0: il se trouve dans la boîte aux lettres. Son adresse s’est affichée dans le terminal où le service a été lancé. Elle est aussi dans ce fichier\u00A0:',
  },
  signIn: {
    title: 'Se connecter',
    text: 'Nous vous envoyons un code par e-mail. Il n’y a pas de mot de passe.',
    lost: 'Vous n’êtes plus connecté. Connectez-vous de nouveau.',
    kept: 'Vous n’êtes plus connecté. Votre saisie est conservée\u00A0: connectez-vous de nouveau, et vous la retrouverez dans son formulaire.',
    fresh:
      'Pour cela, il faut s’être connecté au cours de la dernière heure. Connectez-vous de nouveau.',
    email: 'Adresse e-mail',
    send: 'Envoyer le code',
    codeTitle: 'Saisissez votre code',
    sentTo: (address) => `Nous avons envoyé un code à ${address}.`,
    notOpen:
      'Les nouveaux comptes sont réservés aux adresses invitées. Les autres ne reçoivent aucun message.',
    code: 'Code',
    codeHint:
      'L’un des deux codes du message. Les espaces, les tirets et les majuscules ne comptent pas.',
    verify: 'Se connecter',
    again: 'Envoyer un autre message',
    otherAddress: 'Utiliser une autre adresse',
    back: 'Vous êtes de nouveau connecté. Voici votre saisie. Rien n’a encore été envoyé.',
  },
  suspended: {
    title: 'Votre compte est suspendu',
    until: (instant) => `Jusqu’au ${moment(instant)}.`,
    text: 'Pourquoi vous demandez un nouvel examen',
    hint: 'L’équipe de modération le lira. Vous pouvez le demander une fois par suspension.',
    contact: 'Contact',
    send: 'Demander un nouvel examen',
    sentTitle: 'Votre demande est envoyée',
    sent: 'L’équipe de modération va réexaminer la décision. La réponse se trouve à côté du motif\u00A0: connectez-vous de nouveau pour la lire.',
    expired:
      'Plus de 30 minutes se sont écoulées. Connectez-vous de nouveau pour demander un nouvel examen.',
  },
  cards: {
    title: 'Mes cartes',
    none: 'Vous n’avez pas encore de carte.',
    noMore: 'Il n’y a pas de carte plus ancienne.',
    edit: 'Modifier',
    editOf: (name) => `Modifier ${name}`,
    newer: 'Cartes plus récentes',
    older: 'Cartes plus anciennes',
    hidden:
      'L’équipe de modération a masqué cette carte. Les autres ne peuvent pas la voir.',
    reason: (reason) => `Motif\u00A0: ${reasons[reason]}.`,
    appeal: 'Pourquoi vous demandez un nouvel examen',
    appealHint:
      'Vous pouvez le demander une fois à chaque fois qu’une carte est masquée.',
    appealSend: 'Demander un nouvel examen',
    appealed:
      'L’équipe de modération va réexaminer la décision. La réponse se trouve à côté du motif, dans «\u00A0Mes cartes\u00A0».',
    createTitle: 'Créer une carte',
    username: 'Nom d’utilisateur',
    usernameHint:
      'Lettres, chiffres, points, tirets et tirets bas. On ne peut pas le changer.',
    referral: 'Qui vous a recommandé (facultatif)',
    create: 'Créer la carte',
  },
  card: {
    shown: 'Ce que voient les autres',
    open: 'Ouvrir la page publique',
    why: 'Pourquoi elle est masquée',
    empty: 'Il n’y a encore rien ici.',
    about: 'À propos de vous',
    aboutHint: 'La première ligne ressort sur la carte.',
    contents: 'Texte et liens',
    place: 'Lieu',
    placeHint:
      'En degrés. Les autres le verront peut-être arrondi. Laissez les deux champs vides pour ne montrer aucun lieu.',
    latitude: 'Latitude',
    latitudeHint: 'Degrés nord, par exemple 48,2',
    longitude: 'Longitude',
    longitudeHint: 'Degrés est, par exemple 16,4',
    save: 'Enregistrer',
    savePlace: 'Enregistrer le lieu',
    saved: 'Enregistré.',
    links: { x: 'X', telegram: 'Telegram', website: 'Site web', discord: 'Discord' },
    linkHint:
      'Les liens sont des adresses complètes, par exemple https://example.com/ann.',
    position: (latitude, longitude) => place(latitude, longitude, ['N', 'S', 'E', 'O']),
    map: 'Plan',
    share: 'Partager',
    shareHint: 'Quiconque a cette adresse voit la carte.',
    address: 'Adresse',
    qr: (address) => `Code QR de ${address}`,
    contact: 'Enregistrer comme contact (.vcf)',
    remove: 'Supprimer cette carte',
    removeTitle: (name) => `Supprimer ${name}\u00A0?`,
    removeText: 'La carte disparaît pour toujours. Personne ne peut la rétablir.',
    removeButton: 'Supprimer la carte',
    keep: 'La garder',
  },
  account: {
    title: 'Mon compte',
    signedInAs: (address) => `Connecté en tant que ${address}`,
    username: 'Votre nom de membre (facultatif)',
    usernameHint: 'Vos cartes ont leurs propres noms.',
    save: 'Enregistrer',
    saved: 'Enregistré.',
    identities: 'Identités liées',
    identitiesHint:
      'D’autres services vous reconnaissent ainsi. Personne ne les vérifie. Videz un champ pour supprimer le lien.',
    identity: {
      walletAddress: 'Adresse de portefeuille',
      farcasterId: 'Identifiant Farcaster',
      coinbaseWallet: 'Portefeuille Coinbase',
      worldId: 'World ID',
    },
    saveIdentities: 'Enregistrer les identités',
    language: 'Langue',
    languageHint: 'Celle de ces pages et des messages que vous recevez.',
    saveLanguage: 'Enregistrer la langue',
    sessions: 'Où vous êtes connecté',
    device: (browser, system) => `${browser}, ${system}`,
    unknownBrowser: 'Un navigateur inconnu',
    unknownSystem: 'un système inconnu',
    thisOne: 'Ce navigateur',
    lastUsed: (instant) => `Dernière utilisation\u00A0: ${moment(instant)}`,
    end: 'Fermer',
    endOf: (device) => `Fermer la session\u00A0: ${device}`,
    endOthers: 'Fermer toutes les autres sessions',
    signOut: 'Se déconnecter',
    data: 'Vos données',
    dataHint: 'Tout ce qui est conservé sur vous, dans un fichier (JSON).',
    download: 'Télécharger vos données',
    erase: 'Supprimer votre compte',
    eraseTitle: 'Supprimer votre compte\u00A0?',
    eraseText:
      'Votre compte, vos cartes et vos sessions disparaissent pour toujours. Personne ne peut les rétablir.',
    eraseButton: 'Tout supprimer',
    keep: 'Le garder',
    erasedTitle: 'Votre compte est supprimé',
    erased:
      'Plus personne ne voit vos cartes. Le reste est vidé en moins de deux minutes.',
  },
  members: {
    title: 'Membres',
    search: 'Chercher dans les noms et les textes',
    searchButton: 'Chercher',
    all: 'Tous les membres',
    none: 'Il n’y a pas encore de carte.',
    nothingFound: (words) => `Aucune carte ne contient tous ces mots\u00A0: ${words}.`,
    newer: 'Plus récentes',
    older: 'Plus anciennes',
    more: 'Plus',
    last: 'La recherche permet de trouver les cartes plus anciennes.',
    report: 'Signaler cette carte',
  },
  publicCard: {
    report: 'Signaler',
    nowhereTitle: 'Il n’y a pas de carte à cette adresse',
    nowhere: 'Le lien est peut-être ancien ou mal saisi.',
    summary: (name, product) => `${name} sur ${product}`,
  },
  nowhere: {
    title: 'Il n’y a rien à cette adresse',
    text: 'Le lien est peut-être ancien ou mal saisi.',
  },
  report: {
    title: (name) => `Signaler ${name}`,
    text: 'L’équipe de modération examinera la carte. La personne à qui elle appartient ne saura jamais qui l’a signalée.',
    reason: 'Qu’est-ce qui ne va pas\u00A0?',
    reasons,
    details: 'Précisions (facultatif)',
    send: 'Envoyer le signalement',
    sentTitle: 'Merci',
    sent: 'Votre signalement a été transmis à l’équipe de modération.',
  },
  problems: {
    title: 'Cela n’a pas fonctionné',
    error: 'Erreur',
    home: 'Vers la première page',
    notOurs:
      'Rien n’a été fait\u00A0: le formulaire ne venait pas de cette page. Vérifiez-le et envoyez-le de nouveau.',
    otherMember:
      'Quelqu’un d’autre s’est connecté entre-temps. Rien n’a été fait. Voici ce qui appartient à ce compte.',
    tooLong:
      'C’était trop long, et rien n’est enregistré. Revenez en arrière et raccourcissez votre texte.',
    marked: 'Vérifiez les champs signalés.',
    signedOut:
      'Vous n’êtes plus connecté. Envoyez de nouveau le signalement pour le faire sans compte.',
    tooMany: (seconds) => `Trop de tentatives. Réessayez dans ${wait(seconds)}.`,
    failed: 'Un problème est survenu chez nous. Réessayez plus tard.',
    refused: 'Le service ne l’a pas accepté. Revenez en arrière et réessayez.',
    reasons: {
      APPEALED_ALREADY:
        'Vous avez déjà demandé un nouvel examen. La réponse se trouve à côté du motif.',
      CODE_INVALID:
        'Le code est faux, déjà utilisé ou expiré. Essayez le code long du même message, ou demandez un autre message.',
      LAST_ADMIN:
        'Personne d’autre n’administre le service. Donnez d’abord ce rôle à quelqu’un.',
      NOT_HIDDEN: 'Cette carte n’est plus masquée.',
      NOT_OWNER: 'Cette carte n’existe pas.',
      NOT_SUSPENDED: 'Ce compte n’est plus suspendu. Connectez-vous de nouveau.',
      PROFILE_LIMIT: 'Vous avez autant de cartes qu’un compte peut en avoir.',
      PROFILE_NOT_FOUND: 'Cette carte n’existe pas.',
      UNAVAILABLE: 'Le service ne peut pas répondre. Réessayez dans un instant.',
      USERNAME_TAKEN: 'Ce nom d’utilisateur est déjà pris. Choisissez-en un autre.',
    },
    fields: {
      about: '2 000 caractères au plus, sans caractère invisible.',
      code: 'Saisissez un code du message.',
      email: 'Saisissez une adresse e-mail, par exemple ann@example.com.',
      identity: '128 caractères au plus sur une ligne, sans caractère invisible.',
      language: 'Choisissez une des langues.',
      latitude: 'Un nombre de degrés de −90 à 90. Remplissez les deux champs, ou aucun.',
      link: 'Une adresse complète qui commence par https:// ou http://, sans mot de passe.',
      longitude:
        'Un nombre de degrés de −180 à 180. Remplissez les deux champs, ou aucun.',
      reason: 'Choisissez un motif.',
      referral: '256 caractères au plus sur une ligne.',
      search: '8 mots et 100 caractères au plus.',
      text: 'Écrivez quelques mots, 1 000 caractères au plus.',
      username:
        '1 à 64 lettres de A à Z, chiffres, points, tirets et tirets bas. Il ne peut ni commencer ni finir par un point.',
    },
  },
};
