"""First names worn in France and in English-speaking countries, to see how often a set names a group by one.

Our own list, from general knowledge: common names of several generations and origins, in both languages' spellings.
Names that are common words, places or faiths when capitalised (France, Christian, Jordan, Rose, Will) are left out.
"""

from __future__ import annotations

import re
import unicodedata

from epicene.data.french import APOSTROPHES, fold, word_list, words

_FRENCH = """
    Adèle Adélaïde Adrien Agathe Agnès Alain Albane Alban Alexandre Alexandra Alexis Alice Alicia Aline Alix
    Amandine Amélie Anaël Anaïs Anatole André Andrée Angèle Angélique Anne Annick Annie Antoine Antoinette Apolline
    Ariane Armand Armelle Arnaud Arthur Aude Audrey Auguste Aurélie Aurélien Aurore Axel Axelle Baptiste Barbara
    Barnabé Basile Bastien Béatrice Benjamin Benoît Bérénice Bernadette Bernard Bertrand Blandine Brice Brigitte
    Bruno Camille Capucine Carine Caroline Catherine Cécile Cédric Célestin Célia Céline Chantal Charles Charlotte
    Chloé Christelle Christiane Christine Christophe Claire Clara Clarisse Claude Claudine Clémence Clément
    Clémentine Cléo Colette Coline Colin Constance Constantin Coralie Corentin Corinne Cyril Cyrille Damien Daniel
    Danièle Danielle Daphné David Delphine Denis Denise Diane Didier Dominique Dorian Dorothée Edgar Édith Édouard
    Éléonore Élisabeth Élise Élodie Éloïse Elsa Émeline Émile Émilie Émilien Emma Emmanuel Emmanuelle Enzo Éric
    Estelle Esther Étienne Eugène Eugénie Eva Ève Évelyne Fabien Fabienne Fabrice Fanny Félicie Félix Fernand
    Ferdinand Fiona Flavie Flora Florence Florent Florian Floriane Francine Francis Franck François Françoise
    Frédéric Frédérique Gabin Gabriel Gabrielle Gaëlle Gaël Gaëtan Gaspard Gaston Gauthier Geneviève Geoffroy
    Georges Gérald Géraldine Gérard Germaine Ghislaine Gilbert Gilles Ginette Gisèle Grégoire Grégory Guillaume
    Gustave Guy Gwenaëlle Hadrien Hector Hélène Héloïse Henri Henriette Hervé Hippolyte Honoré Hortense Hubert Hugo
    Hugues Inès Irène Isabelle Isaure Ivan Jacqueline Jacques Jade Jean Jeanne Jeannine Jérémie Jérémy Jérôme
    Joachim Joëlle Joël Johanna Jonathan José Joseph Joséphine Josiane Josette Judith Jules Julia Julie Julien
    Juliette Justin Justine Karine Karl Kévin Laetitia Laura Laure Laurence Laurent Laurine Léa Léna Léo Léon
    Léonard Léonie Léopold Lilou Lionel Lise Lisa Loïc Lola Lorraine Louane Louis Louise Luc Lucas Lucie Lucien
    Lucienne Lucile Ludovic Lydie Madeleine Mael Maëlle Maëlys Magali Manon Marc Marceau Marcel Marcelle Margaux
    Margot Marguerite Marianne Marie Marielle Marina Marion Marius Marlène Martial Martin Martine Marthe Mathéo
    Mathias Mathieu Mathilde Mathis Mathurin Matthias Matthieu Maud Maurice Maxence Maxime Maya Mégane Mélanie
    Mélissa Mélodie Michel Michèle Micheline Mireille Monique Morgane Muriel Mylène Myriam Nadège Nadine Natacha
    Nathalie Nathan Nathanaël Nelly Nicolas Nicole Nina Ninon Noé Noémie Océane Odette Odile Olga Olivia Olivier
    Ombeline Ophélie Oriane Oscar Pascal Pascale Patrice Patricia Patrick Paul Paulette Paulin Pauline Perrine
    Philibert Philippe Philomène Pierre Pierrick Quentin Rachel Raoul Raphaël Raphaëlle Raymond Raymonde Rebecca
    Régine Régis Rémi Rémy Renaud René Renée Robert Robin Rodolphe Roger Roland Romain Romane Romuald Roseline
    Sabine Sabrina Salomé Samuel Sandra Sandrine Sébastien Ségolène Séverine Sidonie Simon Simone Soizic Solange
    Solène Sophie Stanislas Stéphane Stéphanie Sylvain Sylvestre Sylvette Sylviane Sylvie Tanguy Tatiana Théo
    Théodore Thérèse Thibault Thibaut Thierry Thomas Timothée Titouan Toinette Tristan Ulysse Ursule Valentin
    Valentine Valérie Vanessa Véronique Victor Vincent Violaine Viviane Vivien Xavier Yann Yannick Yohan Yolande
    Yves Yvette Yvon Yvonne Zoé Bob
"""
_ENGLISH = """
    Aaron Abigail Adam Adrian Agnes Alan Albert Alec Alexander Alfred Alison Allison Alvin Amanda Amelia Amy Andrea
    Andrew Andy Angela Ann Anna Annabelle Anthony Archie Arnold Ashley Barry Becky Ben Bernie Bert Beth Betty
    Beverly Billy Bobby Brad Bradley Brandon Brenda Brendan Brent Brett Brian Bridget Brittany Bruce Bryan Caleb
    Calvin Cameron Candace Carl Carla Carlton Carol Carrie Casey Cassandra Cathy Cecil Chad Charlene Charlie Chelsey
    Cheryl Chris Christina Christopher Cindy Clarence Clark Clifford Clint Clive Clyde Cody Colleen Connie Connor
    Corey Courtney Craig Curtis Cynthia Daisy Dan Dana Danny Darlene Darrell Darren Daryl Dave Dean Deborah Debbie
    Debra Dennis Derek Devin Diana Dianne Dolores Donald Donna Donovan Doris Dorothy Doug Douglas Duane Dustin
    Dwayne Dwight Dylan Ebenezer Ed Eddie Edith Edna Edward Edwin Elaine Eleanor Elijah Elizabeth Ella Ellen Elliot
    Elsie Emily Eric Erica Erin Ernest Ernie Ethan Ethel Eugene Eunice Evan Evelyn Felicia Floyd Fred Freddie
    Frederick Gail Gareth Garrett Gary Gavin Gene Geoffrey George Gerald Geraldine Gertrude Gina Gladys Glen Glenda
    Glenn Gloria Gordon Graham Greg Gregory Gretchen Gwen Hailey Hannah Harold Harriet Harry Hazel Heather Heidi
    Helen Henry Herbert Herman Hilary Holly Howard Hugh Ian Irene Isaac Isabella Isabel Jack Jackie Jacob Jake James
    Jamie Jane Janet Janice Jared Jason Jasper Jay Jayden Jeff Jeffrey Jen Jenna Jennifer Jenny Jeremiah Jeremy
    Jerome Jerry Jesse Jessica Jessie Jill Jim Jimmy Joan Joanna Joanne Jodie Jody Joe Joel Joey John Johnny Jonah
    Joshua Joyce Juan Judy Julian Karen Kate Katherine Kathleen Kathryn Kathy Katie Kayla Keith Kelly Ken Kendra
    Kenneth Kenny Kerry Kevin Kim Kimberly Kirk Kristen Kristin Kurt Kyle Larry Lauren Laurie Leah Leonard Leroy
    Leslie Lester Lewis Liam Lillian Lily Linda Lindsay Lindsey Lloyd Lois Lorenzo Loretta Lori Lucy Luke Luther
    Lydia Lynn Mabel Maggie Malcolm Mandy Marcus Margaret Maria Marilyn Marjorie Marlene Marsha Martha Marvin Mary
    Matt Matthew Maureen Megan Meghan Melanie Melinda Melissa Melvin Meredith Michael Michelle Mike Mildred Miles
    Milton Mindy Miranda Mitchell Molly Mona Monica Morgan Morris Myrtle Nancy Naomi Natalie Nate Nathaniel Neil
    Nellie Nicholas Nick Nigel Noah Nora Norma Norman Oliver Otis Owen Pamela Pam Patty Paula Peggy Penelope Percy
    Perry Pete Peter Phil Philip Phillip Phoebe Phyllis Polly Priscilla Quincy Rachael Ralph Ramona Randall Randy
    Ray Rebekah Reginald Rhonda Richard Rick Ricky Rita Rob Robbie Roberta Rodney Ron Ronald Ronnie Rory Rosemary
    Ross Roxanne Roy Ruby Rudy Russell Ruth Ryan Sally Sam Samantha Sandy Sara Sarah Saul Scott Sean Seth Shane
    Shannon Sharon Shaun Shawn Sheila Shelby Shelly Sherri Sherry Shirley Sidney Silvia Sophia Stacey Stacy Stanley
    Stella Stephen Steve Steven Stewart Stuart Sue Susan Suzanne Sylvia Tabitha Tamara Tammy Tanya Tara Taylor Ted
    Teresa Terrence Terry Tessa Thelma Theodore Tiffany Tim Timothy Tina Toby Todd Tom Tommy Toni Tony Tracy Travis
    Trevor Tricia Troy Tyler Valerie Vera Vernon Vicki Vicky Vince Viola Violet Vivian Wade Wallace Walter Wanda
    Warren Wayne Wendy Wesley Wilbur Wilfred William Willie Willis Wilma Winston Zach Zachary Zack
"""
_ELSEWHERE = """
    Aamir Abdel Abdelkader Abdou Abdoulaye Abdul Abdullah Abderrahmane Adama Adel Adil Ahmad Ahmed Aïcha Aicha Aïssa
    Aïssata Aïssatou Akim Akira Ali Aliou Alioune Amadou Amar Amel Amin Amina Aminata Amine Amir Amira Anouar Anwar
    Asma Assia Awa Ayoub Aziz Aziza Bachir Badr Bakari Bilal Binta Boubacar Brahim Chafik Chaïma Cheikh Coumba
    Dalila Demba Dounia Djamel Djamila Djibril Driss Fadila Fadi Faïza Farid Farida Fatima Fatiha Fatma Fatou
    Fatoumata Faouzi Fouad Habib Hadja Hafida Hajar Hakim Hamid Hamza Hanane Hassan Hassiba Hatem Hicham Houda
    Hussein Ibrahim Ibrahima Idriss Ilyes Imane Imran Inaya Ismaël Ismail Jalil Jamal Jamila Kader Kadiatou Kadidia
    Kamel Karim Karima Kenza Khadija Khadidja Khaled Khalid Khadim Lamia Lamine Larbi Latifa Layla Leïla Leila Lina
    Lotfi Malik Malika Mamadou Maïmouna Mariam Mariama Mariem Mehdi Meriem Miloud Mohamed Mohammad Mohammed Moktar
    Mokhtar Mouloud Mounia Mounir Mourad Moussa Moustapha Muhammad Mustafa Mustapha Nabil Nabila Nacer Nadia Nadir
    Naïma Naïm Najat Nasser Nassim Nawel Nordine Nour Omar Omari Osama Oumar Oumou Ousmane Oussama Rachid Rachida
    Rafik Rahim Ramzi Rania Rayan Réda Redouane Riad Ridha Rokia Rokhaya Saïd Saïda Saliha Salif Salim Salima Salma
    Salman Sami Samia Samir Samira Sana Seydou Slimane Smaïn Sofiane Sonia Soraya Souad Soufiane Souleymane Tahar
    Tarek Tarik Thierno Usman Wafa Walid Wassim Yacine Yasmina Yasmine Yassine Yasser Younes Youssef Youssouf Yusuf
    Zahra Zaïd Zainab Zakaria Zineb Zinedine Zohra Zoubida Chinedu Chioma Emeka Folake Kofi Kwame Kwasi Ngozi
    Oluwaseun Tunde Thabo Themba Sipho Femi Ifeoma Aboubacar Akosua Aaliyah Andre Antwan Darnell DaQuan DeAndre
    Deshawn DeShawn Dante Ebony Imani Jada Jamaal Jermaine Keisha Kendrick Keshawn Lakeisha Lakisha LaToya Latoya
    LaShawn Laquisha Laquan Marquis Marquise Nia Quanisha Rasheed Raheem Shaniqua Shanice Shaquille Shaneequa
    Shanique Tamika Tanisha Terrell Trayvon Tremaine Tyrell Tyrese Tyrone Tyson Adriana Alejandro Alejandra Alfonso
    Alfredo Alonso Ana Angelo Antonio Arturo Carlos Carmen Cesar Claudia Consuela Consuelo Diego Eduardo Elena
    Emilio Enrique Ernesto Esmeralda Esteban Esperanza Felipe Fernando Francesca Francesco Francisca Francisco
    Gabriela Giovanni Giulia Giuseppe Gonzalo Graciela Guadalupe Guillermo Gustavo Ignacio Isabela Javier Joao João
    Joaquim Joaquin Jorge Josefina Juana Juanita Julio Lucia Luigi Luis Luisa Lupe Manuel Manuela Marcela Marcello
    Marco Marcos Margarita Mariana Mariano Mario Marisol Mateo Mauricio Miguel Nicolás Pablo Paco Paola Paolo Pedro
    Pepe Rafael Ramon Raul Ricardo Roberto Rocio Rodrigo Rosa Rosario Rosita Sergio Sofia Soledad Stefano Tomas
    Vicente Ximena Yolanda Akihiro Chang Chen Cheng Ching Daisuke Fang Feng Haruki Hiro Hiroshi Huang Hui Jian Jiang
    Jun Kenji Kwan Lei Lian Ling Mei Ming Qiang Sakura Satoshi Soo Takeshi Thanh Trang Tuan Wei Wu Xiao Xin Yan Yang
    Ying Yoko Yong Yoshi Yuki Yumi Zhen Aarav Ajay Akash Amit Anand Anil Anita Arjun Arun Ashok Deepak Divya Gaurav
    Indira Kamala Krishna Kumar Lakshmi Manish Meera Mohan Neha Nikhil Pradeep Pranav Prakash Priya Raj Rajesh Rahul
    Rakesh Ramesh Ravi Rohan Sachin Sanjay Sanjeev Shiva Sunil Suresh Vijay Vikram Abel Abraham Avi Avraham Chaim
    Chaya Dov Eitan Eli Elie Ephraïm Ezra Golda Haïm Hershel Isaïe Levi Menachem Miriam Mordecai Mordechai Moïse
    Moishe Moshe Noam Rivka Ruben Schlomo Shlomo Shmuel Solomon Yaakov Yael Yehuda Yitzhak Yosef Yossi Zev Agnieszka
    Aleksandr Alexei Anastasia Andrei Anya Bogdan Boris Bronisław Dmitri Dragan Ekaterina Fyodor Goran Grigori Igor
    Ilya Irina Ivana Jadwiga Kasia Katarzyna Katya Ludmila Magda Mihai Mikhail Milan Milena Natalia Natasha Nikita
    Nikolai Oksana Oleg Pavel Piotr Radu Sasha Sergei Sergey Stanislav Svetlana Tadeusz Tomasz Vasile Vladimir
    Volodymyr Yevgeni Yuri Zoltan Astrid Birgit Bjorn Dieter Elke Erik Fritz Gerhard Greta Gretel Günter Hans Heike
    Heinrich Helga Helmut Hilda Ingrid Jens Johann Jürgen Klaus Konrad Lars Magnus Niels Olaf Otto Rolf Sigrid
    Siegfried Stefan Sven Svenja Ulrich Ursula Uwe Walther Werner Wolfgang Django Kiara Kylian Steevy Jordy Dylane
    Jessy Loana Eddy Teddy Tiphaine Loïs Gwendoline Erwan Ewen Maëva Nolwenn Enora Yannis Killian Nolan Timéo
"""
_PARTS = re.compile(rf"[{APOSTROPHES}‐‑-]")


def _bare(name: str) -> str:
    """Without case and accents: Emilie is Émilie."""
    return "".join(mark for mark in unicodedata.normalize("NFD", fold(name)) if not unicodedata.combining(mark))


FIRST_NAMES = frozenset(_bare(name) for name in word_list(f"{_FRENCH} {_ENGLISH} {_ELSEWHERE}"))


def has_first_name(text: str) -> bool:
    """Whether a capitalised word of the text, or a part of it (Jean-Pierre, Amy's), is a first name we know."""
    parts = (part for word in words(text) for part in _PARTS.split(word.text))
    return any(part[:1].isupper() and _bare(part) in FIRST_NAMES for part in parts)
