import type { ReportReason } from '../api.ts';
import { formatsOf, waitOf } from './format.ts';
import type { Texts } from './texts.ts';

const { away, day, list, place, town } = formatsOf('fr');

function wait(seconds: number): string {
  const { unit, count } = waitOf(seconds);
  const word = unit === 'minute' ? 'minute' : 'heure';
  return count === 1 ? `une ${word}` : `${count} ${word}s`;
}

const reasons: Record<ReportReason, string> = {
  danger: 'Quelqu’un pourrait être en danger',
  spam: 'Publicité ou spam',
  impersonation: 'Se fait passer pour quelqu’un d’autre',
  harassment: 'Harcèle quelqu’un',
  illegal_content: 'Pourrait être contraire à la loi',
  personal_data: 'Montre les données personnelles d’une autre personne',
  other: 'Autre chose',
};

export const fr: Texts = {
  front: {
    text: 'Votre nom, vos liens, une carte.',
    seenByAll:
      'Votre carte est visible par toute personne qui en a l’adresse, sauf si vous la réservez aux membres. Votre adresse e-mail n’y figure jamais.',
    seenByMembers:
      'Seuls les membres peuvent voir votre carte. Votre adresse e-mail n’y figure jamais.',
    example: {
      name: 'Anne Muller, avocate',
      text: 'Surtout le droit du logement. Je joue aux échecs, mais mal.',
    },
    lookUp: 'Chercher une carte par son nom d’utilisateur',
    admin: 'Administration',
  },
  signIn: {
    title: 'Se connecter',
    text: 'Nous vous envoyons un code. Aucun mot de passe n’est nécessaire.',
    newHere: 'Première visite\u00A0? Un compte sera créé.',
    lost: 'Votre session est terminée.',
    addressLost:
      'Cette page ne connaît plus votre adresse. Elle date peut-être de plus d’une heure. Ou votre navigateur bloque les cookies\u00A0: autorisez-les pour ce site. Demandez ensuite un nouveau code.',
    noCookies:
      'Votre navigateur bloque les cookies. Aucun e-mail n’a été envoyé. Les cookies sont nécessaires pour se connecter. Autorisez-les pour ce site et réessayez.',
    codeUntried:
      'Le code n’a pas été vérifié, car votre navigateur n’a envoyé aucun cookie. S’il les bloque, autorisez-les pour ce site. Envoyez ensuite le code de nouveau. Si cette page date de plus d’une heure, demandez un nouvel e-mail.',
    kept: 'Vous retrouverez votre saisie après la connexion.',
    fresh: 'Pour cela, votre connexion doit dater de moins d’une heure.',
    email: 'Adresse e-mail',
    send: 'Envoyer le code',
    codeTitle: 'Saisissez votre code',
    sentTo: (address) => `Nous avons envoyé un code à ${address}.`,
    notOpen:
      'Seules certaines adresses peuvent avoir un compte ici, par exemple celles qui ont été invitées. Les autres ne reçoivent aucun e-mail.',
    code: 'Code',
    codeHint:
      'L’un des deux codes de l’e-mail suffit\u00A0: le court est valable 10 minutes, le long une heure, à compter du premier envoi.',
    tryLong: 'Essayez le code long du même e-mail, ou demandez un autre e-mail.',
    again: 'Renvoyer un e-mail',
    otherAddress: 'Utiliser une autre adresse',
    back: 'Voici votre saisie. Rien n’a encore été envoyé.',
    mailbox:
      'En développement, aucun e-mail n’est envoyé. L’adresse de la boîte de réception de test s’est affichée au démarrage et se trouve dans ce fichier\u00A0:',
  },
  form: {
    save: 'Enregistrer',
    keep: 'Ne pas supprimer',
    done: {
      saved: 'Enregistré',
      asked: 'Votre demande a été envoyée',
      deleted: 'Carte supprimée',
      ended: 'Session fermée',
      others: 'Autres sessions fermées',
      signedOut: 'Déconnexion effectuée',
    },
  },
  appeal: {
    text: 'Pourquoi demandez-vous un nouvel examen\u00A0?',
    hint: 'L’équipe de modération lira votre texte. Vous pouvez faire une demande par décision.',
    send: 'Demander un nouvel examen',
    asked: (instant) => `Vous avez demandé un nouvel examen le ${day(instant)}\u00A0:`,
    waiting: 'L’équipe de modération n’a pas encore répondu.',
    turnedDown: (instant) => `Réponse du ${day(instant)}\u00A0: demande rejetée.`,
  },
  suspended: {
    title: 'Votre compte est suspendu',
    sent: 'L’équipe de modération réexamine la décision. Connectez-vous plus tard pour lire la réponse, à côté du motif.',
    data: 'Pour faire supprimer votre compte et vos cartes, écrivez à la personne qui gère ce site\u00A0; un admin s’en charge. La suspension de votre adresse reste en vigueur jusqu’à la date où elle aurait pris fin, deux ans au plus.',
    expired:
      'Cela fonctionne une fois, pendant 30 minutes. Si vous avez écrit un texte, copiez-le, puis connectez-vous de nouveau.',
  },
  cards: {
    title: 'Mes cartes',
    none: 'Vous n’avez pas encore de carte.',
    noMore: 'Il n’y a pas de carte plus ancienne.',
    edit: 'Modifier',
    editOf: (name) => `Modifier ${name}`,
    hiddenTitle: 'Cette carte est masquée pour les autres',
    waitingTitle: 'Cette carte attend un premier examen',
    waiting:
      'L’équipe de modération examine la première carte des nouveaux membres. D’ici là, personne d’autre ne la voit. Vous recevrez ensuite un e-mail.',
    reason: (reason) => `Motif\u00A0: ${reasons[reason]}.`,
    noReason: 'Aucun motif n’est indiqué.',
    createTitle: 'Créer une carte',
    username: 'Nom d’utilisateur',
    usernameHint:
      'Lettres, chiffres, points, tirets et tirets bas. Il ne pourra plus être modifié.',
  },
  draft: {
    areYou: (name) => `Êtes-vous ${name}\u00A0?`,
    isYours: 'Cette carte est-elle la vôtre\u00A0?',
    text: 'Une carte a été préparée pour vous. Seuls vous et les admins pouvez la voir.',
    yes: 'Oui, c’est moi',
    no: 'Non, ce n’est pas moi',
    prepared: (who) =>
      `${who === null ? 'Préparée pour vous' : `Préparée par ${who}`}. Vérifiez-la, puis enregistrez-la pour la publier.`,
  },
  card: {
    shown: 'Ce que voient les autres',
    open: 'Ouvrir la page publique',
    invite: 'Créer votre carte',
    line: 'Nom et activité',
    lineHint: 'Par exemple\u00A0: Anne Muller, avocate.',
    about: 'À propos de vous',
    place: 'Lieu',
    linksTitle: 'Liens',
    placeHint:
      'Votre ville, par exemple Vienne, ou des coordonnées géographiques. Les autres voient la ville la plus proche.',
    which: 'Laquelle est la vôtre\u00A0?',
    several: 'Plusieurs villes portent ce nom.',
    removePlace: 'Retirer le lieu',
    towns: 'Villes',
    town,
    website: 'Site web',
    notOffered:
      'Ce type de lien n’est plus proposé, et les autres ne voient pas celui-ci. Videz le champ pour le retirer.',
    linkHint: (named: readonly string[]) =>
      `Saisissez des adresses, par exemple example.com/ann.${named.length === 0 ? '' : ` Pour ${list(named)}, votre nom sur le réseau suffit.`}`,
    seenByAll: 'Visible par tout le monde.',
    seenByMembers: 'Visible par les membres seulement.',
    readers: 'Qui peut voir cette carte',
    readersOf: {
      anybody: 'Tout le monde, même sans compte',
      members: 'Seulement les membres connectés',
    },
    position: (latitude, longitude) => place(latitude, longitude, ['N', 'S', 'E', 'O']),
    share: 'Partager',
    address: 'Adresse',
    qr: (address) => `Code QR de ${address}`,
    contact: 'Enregistrer comme contact (.vcf)',
    remove: 'Supprimer cette carte',
    removeTitle: (name) => `Supprimer ${name}\u00A0?`,
    removeText: 'Personne ne pourra la rétablir.',
  },
  move: {
    title: 'Changer d’adresse',
    how: (address) =>
      `Nous envoyons un code à ${address} et un autre à la nouvelle adresse. Saisissez les deux ici.`,
    newAddress: 'Nouvelle adresse e-mail',
    start: 'Envoyer les deux codes',
    confirmTitle: 'Saisissez les deux codes',
    sent: 'Ils sont valables 30 minutes.',
    presentCode: 'Code de l’adresse actuelle',
    newCode: 'Code de la nouvelle adresse',
    codeHint:
      'Il se trouve dans notre e-mail à cette adresse et comporte 13 lettres et chiffres.',
    again: 'Recommencer',
    prove: {
      title: 'J’ai un code pour une nouvelle adresse',
      address: 'La nouvelle adresse',
      button: 'Confirmer cette adresse',
      doneTitle: 'L’adresse est confirmée',
      done: (instant: string) =>
        `Votre compte aura cette adresse le ${day(instant)}. D’ici là, vous ne pouvez pas l’utiliser pour vous connecter.`,
    },
    undo: {
      title: 'Je n’ai pas changé mon adresse',
      address: 'L’ancienne adresse',
      button: 'Garder l’ancienne adresse',
      doneTitle: 'Votre compte garde son ancienne adresse',
      done: 'Toutes les sessions sont fermées. Connectez-vous de nouveau.',
    },
    never: {
      title: 'Pas moi, plus jamais',
      text: 'Quelqu’un vous a envoyé une invitation ou a signalé une carte avec votre adresse, et vous n’en voulez pas\u00A0? Nous oublierons cette adresse et ne lui écrirons plus, sauf si vous le demandez. Aucun compte n’est créé.',
      address: 'Votre adresse',
      button: 'Ne plus jamais m’écrire',
      doneTitle: 'Nous avons oublié cette adresse',
      done: 'Cette adresse ne sera plus jamais invitée et ne recevra plus d’e-mails sur des signalements.',
    },
  },
  account: {
    title: 'Mon compte',
    signedInAs: (address) => `Compte\u00A0: ${address}`,
    username: 'Votre nom de membre (facultatif)',
    usernameHint: 'Vos cartes ont leurs propres noms.',
    identities: 'Identités liées',
    identitiesHint: 'Vos noms sur d’autres services. Personne ne les vérifie.',
    identity: {
      walletAddress: 'Adresse de portefeuille',
      farcasterId: 'Identifiant Farcaster',
      coinbaseWallet: 'Portefeuille Coinbase',
      worldId: 'World ID',
    },
    language: 'Langue',
    languageHint: 'Pour ces pages et pour les e-mails que vous recevez',
    sessions: 'Vos sessions ouvertes',
    unknownDevice: 'Un appareil inconnu',
    thisOne: 'Ce navigateur',
    lastUsed: (instant) => `Dernière utilisation\u00A0: ${away(instant)}`,
    end: 'Fermer',
    endOf: (device) => `Fermer la session\u00A0: ${device}`,
    endOthers: 'Fermer toutes les autres sessions',
    signOut: 'Se déconnecter',
    reports: 'Vos signalements',
    reportedCard: 'Une carte masquée ou supprimée',
    reportedAt: (instant) => `Signalée ${away(instant)}`,
    reportStates: {
      received: 'Une personne l’examine.',
      hidden: 'La carte est masquée pour les autres.',
      approved: 'La carte reste telle quelle.',
      gone: 'La carte a été supprimée.',
      closed: 'Clos sans décision.',
    },
    data: 'Vos données',
    dataHint:
      'Ce que vous nous avez donné et ce qui a été décidé à votre sujet, dans un fichier (JSON). Demandez à un admin ce que d’autres ont écrit sur vous.',
    download: 'Télécharger vos données',
    erase: 'Supprimer votre compte',
    eraseText: (address) =>
      `Personne ne pourra rétablir le compte de ${address} ni ses cartes.`,
    eraseButton: 'Tout supprimer',
    erasedTitle: 'Votre compte est supprimé',
    erased:
      'Plus personne ne voit vos cartes. Le reste de vos données sera supprimé d’ici deux minutes.',
  },
  members: {
    title: 'Membres',
    search: 'Chercher dans les noms et les textes',
    searchButton: 'Chercher',
    none: 'Il n’y a pas encore de carte.',
    nothingFound: (words) => `Aucune carte ne contient tous ces mots\u00A0: ${words}.`,
    newer: 'Plus récentes',
    older: 'Plus anciennes',
    last: 'La recherche permet de trouver les cartes plus anciennes.',
  },
  nowhere: {
    title: 'Il n’y a rien à cette adresse',
    text: 'Le lien est peut-être ancien ou mal saisi.',
  },
  report: {
    anyTitle: 'Signaler une carte',
    title: (name) => `Signaler ${name}`,
    text: 'L’équipe de modération examinera la carte. La personne à qui elle appartient ne saura jamais qui l’a signalée.',
    reason: 'Qu’est-ce qui ne va pas\u00A0?',
    reasons,
    details: 'Précisions (facultatif)',
    name: 'Votre nom (facultatif)',
    email: 'Votre adresse e-mail (facultatif)',
    emailHint:
      'Nous vous tiendrons alors au courant de la suite. Seuls les admins peuvent lire l’adresse. Après la décision, elle n’est plus liée au signalement.',
    faith:
      'En envoyant ce signalement, vous déclarez de bonne foi que ce que vous écrivez est exact.',
    send: 'Envoyer le signalement',
    sentTitle: 'Votre signalement a été envoyé',
    sent: 'Merci. Une personne examine chaque carte signalée.',
  },
  problems: {
    title: 'Cela n’a pas fonctionné',
    error: 'Erreur',
    home: 'Retour à l’accueil',
    again: 'Renvoyer',
    notOurs:
      'Rien n’a été modifié\u00A0: le formulaire ne venait pas de ce site. Vérifiez-le et envoyez-le de nouveau.',
    otherAddress:
      'Cette page n’est pas utilisable à cette adresse. Rien n’a été modifié.',
    openThere: 'Ouvrez-la à l’adresse du service\u00A0:',
    openByIp:
      'Ouvrez-la à l’adresse IP du service. La personne qui le gère peut donner cette adresse à PUBLIC_URL.',
    changedMeanwhile:
      'Ces données ont été modifiées entre-temps, par exemple dans un autre onglet. Rien n’a été enregistré. Comparez votre saisie avec ce qui est enregistré, puis envoyez-la de nouveau.',
    otherMember:
      'Vous êtes maintenant sur un autre compte. Rien n’a été modifié. Cette page montre cet autre compte.',
    tooLong:
      'C’était trop long, et rien n’a été enregistré. Revenez en arrière et raccourcissez votre texte.',
    marked: 'Corrigez les champs indiqués.',
    signedOut: 'Envoyez de nouveau le signalement\u00A0: il partira sans compte.',
    tooMany: (seconds) => `Trop de tentatives. Réessayez dans ${wait(seconds)}.`,
    failed: 'Un problème est survenu de notre côté. Réessayez plus tard.',
    refused: 'Le service a refusé cette demande. Revenez en arrière et réessayez.',
    until: {
      ADDRESS_HELD: (instant) =>
        `Jusqu’au ${day(instant)}, personne ne peut créer un compte avec cette adresse\u00A0: un compte l’a quittée ou doit la recevoir. Connectez-vous avec l’autre adresse du compte. Si vous ne l’avez pas changée, annulez le changement avec le code de notre e-mail\u00A0: «\u00A0Je n’ai pas changé mon adresse\u00A0».`,
      MOVED_RECENTLY: (instant) =>
        `L’adresse a changé au cours des sept derniers jours. Vous pourrez la changer de nouveau à partir du ${day(instant)}.`,
      MOVE_OPEN: (instant) =>
        `Un changement de votre adresse peut être annulé jusqu’au ${day(instant)}. Cette action sera possible ensuite.`,
    },
    reasons: {
      ADDRESS_TAKEN: 'Un autre compte a cette adresse. Choisissez-en une autre.',
      ADDRESS_UNCHANGED: 'Votre compte a déjà cette adresse.',
      ADDRESS_CONFIGURED:
        'Cette adresse est fixée par les réglages du service. Seule la personne qui le gère peut la changer.',
      MOVE_WAITS:
        'Des admins sont en train de changer l’adresse de ce compte. Demandez d’abord à un admin d’y mettre fin.',
      APPEALED_ALREADY:
        'Vous avez déjà demandé un nouvel examen. La réponse se trouve à côté du motif.',
      CODE_INVALID: 'Le code est incorrect, déjà utilisé ou expiré.',
      LAST_ADMIN:
        'Personne d’autre n’administre le service. Donnez d’abord ce rôle à quelqu’un.',
      MAIL_PROVIDER_REFUSED:
        'L’e-mail avec le code n’a pas pu être envoyé. Réessayez dans un instant.',
      NOT_HIDDEN: 'Cette carte n’est plus masquée.',
      NOT_SUSPENDED: 'Ce compte n’est plus suspendu. Connectez-vous de nouveau.',
      PROFILE_LIMIT: 'Vous avez autant de cartes qu’un compte peut en avoir.',
      PROFILE_NOT_FOUND: 'Cette carte n’existe pas.',
      REPORTS_FULL:
        'D’autres personnes ont envoyé trop de signalements sans compte aujourd’hui. Le vôtre n’a pas été enregistré. Connectez-vous et envoyez-le de nouveau.',
      UNAVAILABLE:
        'Le service ne peut pas répondre pour le moment. Réessayez dans un instant.',
      USERNAME_TAKEN: 'Ce nom d’utilisateur est déjà pris. Choisissez-en un autre.',
    },
    named: (example: string) =>
      `Saisissez par exemple ${example}, ou votre adresse sur ce réseau.`,
    fields: {
      about: '2\u202F000 caractères au plus, sans caractère invisible.',
      code: 'Saisissez un code reçu par e-mail.',
      email: 'Saisissez une adresse e-mail, par exemple ann@example.com.',
      identity: '128 caractères au plus sur une ligne, sans caractère invisible.',
      link: 'Saisissez une adresse comme example.com/ann, 512 caractères au plus, sans mot de passe.',
      discord:
        'Indiquez votre lien d’invitation, par exemple discord.gg/abc, ou votre numéro d’utilisateur.',
      place:
        'Nous ne connaissons pas ce lieu. Essayez une ville plus grande des environs, son nom anglais ou des coordonnées géographiques.',
      reason: 'Choisissez un motif.',
      name: '100 caractères au plus sur une ligne.',
      search: '8 mots et 100 caractères au plus.',
      text: 'Écrivez quelques mots, 1\u202F000 caractères au plus.',
      username:
        '1 à 64 caractères\u00A0: lettres de A à Z, chiffres, points, tirets et tirets bas. Ni le premier ni le dernier caractère ne peut être un point.',
    },
  },
};
